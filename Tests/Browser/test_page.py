"""The page of `tessera serve` in headless Chromium, used as a person uses it.

    TESSERA=.build/debug/tessera python3 -m unittest discover Tests/Browser

With TESSERA_SCREENSHOTS=FOLDER, pictures of it are left there.
"""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from urllib.parse import parse_qs, urlparse

from webdriver import Browser

PACKAGE = Path(__file__).resolve().parents[2]
TOOL = os.environ.get("TESSERA", str(PACKAGE / ".build/debug/tessera"))
FIELDS = ["--id", "id", "--text", "title=4,originalTitle=4,cast=2,plot", "--facet",
          "genres,directors,countries,cast", "--number", "year,runtime"]
MARKUP = '<img src=x onerror="hacked=1"><script>hacked=1</script>'
HOSTILE = {
    "id": MARKUP, "title": MARKUP + " javascript:hacked=1 zzhostile", "plot": "</p></main>" + MARKUP,
    "genres": [MARKUP, '"|}{:,', "&lt;b&gt;"], "directors": ["\u202eevil\u0007 one"], "year": 1,
}


class Server:
    """`tessera serve` over an index of its own."""

    def __init__(self, documents, folder):
        self.index = folder + "/index"
        self.add(documents)
        self.process = subprocess.Popen(
            [TOOL, "serve", self.index, "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split(" at ")[1].strip()

    def add(self, documents):
        subprocess.run([TOOL, "index", self.index, "-", *FIELDS], input=documents, text=True, check=True,
                       capture_output=True)

    def stop(self):
        self.process.terminate()
        self.process.stdout.close()
        return self.process.wait(timeout=10)


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        films = (PACKAGE / "Fixtures/corpora/films.jsonl").read_text()
        cls.server = Server(films + json.dumps(HOSTILE) + "\n", cls.folder)
        cls.addClassCleanup(cls.server.stop)
        cls.browser = cls.enterClassContext(Browser())

    def setUp(self):
        self.open("")
        self.addCleanup(self.assert_no_complaints)

    def assert_no_complaints(self):
        self.assertEqual(self.browser.complaints(), [])

    def open(self, parameters):
        # The page of before would otherwise answer for the new one.
        self.browser.open("about:blank")
        self.browser.open(self.server.address + parameters)
        self.settle()

    def press(self, *keys):
        self.browser.press(*keys)
        self.settle()

    def settle(self):
        """Waits for the answer to the newest question."""
        self.browser.wait("return document.getElementById('total').textContent !== '' "
                          "&& !document.getElementById('main').hasAttribute('aria-busy')")

    def pills(self):
        return self.browser.run("return [...document.querySelectorAll('.pill > span')].map(e => e.textContent)")

    def chosen(self):
        return self.browser.run("return [...document.querySelectorAll('.chosen > span')].map(e => e.textContent)")

    def text(self):
        return self.browser.run("return document.getElementById('text').value")

    def total(self):
        return int(self.browser.run("return document.getElementById('total').textContent")
                   .removeprefix("at least ").split()[0])

    def titles(self):
        return self.browser.run("return [...document.querySelectorAll('.hit h2')].map(e => e.textContent)")

    def suggestions(self):
        return self.browser.run("return document.getElementById('list').hidden ? [] : "
                                "[...document.querySelectorAll('#list .value')].map(e => e.textContent)")

    def asked(self):
        """The parameters in the address, once typing has reached it."""
        self.browser.run("return new Promise(done => setTimeout(done, 200))")
        return parse_qs(urlparse(self.browser.address).query)

    # MARK: Typing and committing

    def test_typing_finds_with_each_letter_and_reaches_the_address(self):
        everything = self.total()
        counts = []
        for letter in "seven sam":
            self.press(letter)
            counts.append(self.total())
        self.assertEqual(self.titles()[0], "Seven Samurai")
        self.assertEqual(self.browser.run("return [...document.querySelector('.hit').querySelectorAll('mark')]"
                                          ".map(e => e.textContent)"), ["Seven", "Sam"])
        self.assertTrue(all(count < everything for count in counts), counts)
        self.assertEqual(self.asked(), {"q": ["seven sam"]})

    def test_return_commits_the_text_as_a_token_and_never_a_blank(self):
        self.press("  ", "Enter")
        self.assertEqual(self.pills(), [])
        self.press("samurai", "Enter")
        self.assertEqual((self.pills(), self.text()), (["samurai"], ""))
        self.press("samurai", "Enter")
        self.assertEqual(self.pills(), ["samurai"])

    def test_a_text_that_names_a_suggestion_becomes_it(self):
        self.press("comedy")
        self.press("Enter")
        self.assertEqual(self.pills(), ["genres Comedy"])
        self.assertEqual(self.asked(), {"token": ["genres:Comedy"]})

    def test_a_text_form_becomes_its_token(self):
        self.press("year:1950..1959", "Enter")
        self.assertEqual(self.pills(), ["year 1950–1959"])
        self.press("-genres:Drama", "Enter")
        self.assertEqual(self.pills()[1], "genres not Drama")

    def test_suggestions_are_walked_by_arrows_and_taken_by_return_or_tab(self):
        self.press("com")
        offered = self.suggestions()
        self.assertIn("Comedy", offered)
        self.assertLess(offered.index("Comedy"), offered.index("come"))
        for _ in range(offered.index("Comedy") + 1):
            self.press("Down")
        state = self.browser.run(
            "const input = document.getElementById('text');"
            "return [input.getAttribute('aria-expanded'), document.getElementById("
            "input.getAttribute('aria-activedescendant')).getAttribute('aria-selected')]")
        self.assertEqual(state, ["true", "true"])
        self.press("Tab")
        self.assertEqual((self.pills(), self.text()), (["genres Comedy"], ""))
        self.press("dra")
        self.press("Down", "Up")
        self.press("Enter")
        self.assertEqual(self.pills(), ["genres Comedy", "dra"])

    def test_nothing_found_is_said_in_words(self):
        self.press("zzzz")
        self.assertEqual((self.total(), self.browser.run("return document.getElementById('main').innerText.trim()")),
                         (0, "Nothing has all of this. Backspace takes it back."))
        self.press("Escape")
        self.assertTrue(self.browser.run("return document.getElementById('nothing').hidden"))

    def test_values_are_offered_in_the_empty_text_when_asked_for(self):
        self.assertEqual(self.suggestions(), [])
        self.press("Down")
        self.assertEqual(self.suggestions()[0], "Drama")
        self.press("Enter")
        self.assertEqual((self.pills(), self.suggestions()), (["genres Drama"], []))
        self.press("x")
        self.assertNotEqual(self.suggestions(), [])
        self.press("Backspace")
        self.assertEqual(self.suggestions(), [])
        self.press("Escape")
        self.assertEqual(self.pills(), [])

    def test_values_for_the_empty_text_are_not_taken_for_what_is_typed(self):
        self.browser.run("const real = window.fetch; window.fetch = (...asked) => "
                         "new Promise(done => setTimeout(done, 700)).then(() => real(...asked));")
        self.browser.press(*"come")
        self.browser.press("Down", "Enter")
        self.settle()
        self.assertEqual((self.pills(), self.text()), (["come"], ""))

    def test_escape_closes_the_list_then_cancels(self):
        self.press("com")
        self.press("Escape")
        self.assertEqual((self.suggestions(), self.text()), ([], "com"))
        self.press("Escape")
        self.assertEqual((self.pills(), self.text()), ([], ""))

    def test_a_click_takes_a_suggestion_and_the_focus_stays(self):
        self.press("com")
        self.browser.run("window.place = [...document.querySelectorAll('#list li')]"
                         ".findIndex(e => e.textContent.includes('Comedy')) + 1")
        self.browser.click(f"#list li:nth-child({self.browser.run('return place')})")
        self.settle()
        self.assertEqual(self.pills(), ["genres Comedy"])
        self.assertEqual(self.browser.run("return document.activeElement.id"), "text")

    # MARK: Pills

    def test_backspace_selects_then_deletes_the_last_pill(self):
        self.open("?token=genres:Drama&token=genres:War")
        self.press("Backspace")
        self.assertEqual(self.chosen(), ["genres War"])
        self.press("Backspace")
        self.assertEqual(self.pills(), ["genres Drama"])
        self.press("x", "Home", "Backspace")
        self.assertEqual((self.pills(), self.text(), self.chosen()), (["genres Drama"], "x", []))

    def test_arrows_walk_over_pills(self):
        self.open("?token=one&token=two&token=three&q=x")
        self.press("Home", "Left")
        self.assertEqual(self.chosen(), ["three"])
        self.press("Left", "Left", "Left")
        self.assertEqual(self.chosen(), ["one"])
        self.press("Shift+Right")
        self.assertEqual(self.chosen(), ["one", "two"])
        self.press("Right", "Right")
        self.assertEqual(self.chosen(), ["three"])
        self.press("Right")
        self.assertEqual(self.chosen(), [])
        self.press("Left", "Left", "Delete")
        self.assertEqual((self.pills(), self.text()), (["one", "three"], "x"))

    def test_typing_takes_the_place_of_selected_pills(self):
        self.open("?token=one&token=two&q=x")
        self.press("Home", "Left", "Shift+Left", "y")
        self.assertEqual((self.pills(), self.text()), ([], "yx"))

    def test_a_pill_is_removed_by_its_button(self):
        self.open("?token=one&token=two")
        self.browser.click(".pill button")
        self.settle()
        self.assertEqual(self.pills(), ["two"])

    # MARK: Lists

    def test_a_pasted_list_becomes_tokens(self):
        self.press('genres:Drama, cast:"Takashi Shimura",, genres:Drama, sev')
        self.press("Control+a", "Control+x")
        self.assertEqual(self.text(), "")
        self.press("Control+v")
        self.assertEqual((self.pills(), self.text()), (["genres Drama", "cast Takashi Shimura"], "sev"))

    def test_pasted_lines_and_quotes(self):
        self.browser.run(
            "const data = new DataTransfer(); data.setData('text/plain', arguments[0]);"
            "document.getElementById('text').dispatchEvent(new ClipboardEvent('paste',"
            "{ clipboardData: data, bubbles: true, cancelable: true }))",
            'one\n"two, three"\t \r\n"open, four')
        self.settle()
        self.assertEqual((self.pills(), self.text()), (["one", "two, three", '"open'], "four"))

    def test_selected_pills_are_cut_and_pasted(self):
        self.open("?token=genres:Drama&token=%22a,b%22&token=c")
        before = self.pills()
        self.press("Control+a", "Control+x")
        self.assertEqual(self.pills(), [])
        self.press("Control+v")
        self.assertEqual((self.pills(), self.text()), (before, ""))

    # MARK: Input methods

    def test_nothing_commits_while_composing(self):
        self.browser.devtools("Input.imeSetComposition", text="さむ", selectionStart=2, selectionEnd=2)
        self.browser.press("Enter", "Down", "Escape")
        self.settle()
        self.assertEqual((self.pills(), self.text()), ([], "さむ"))
        self.browser.devtools("Input.insertText", text="侍")
        self.settle()
        self.assertEqual((self.pills(), self.text()), ([], "侍"))
        self.press("Enter")
        self.assertEqual((self.pills(), self.text()), (["侍"], ""))

    # MARK: The address

    def test_back_and_forward_go_by_commits(self):
        self.press("sev", "Enter", "dra", "Enter")
        self.assertEqual(self.pills(), ["sev", "dra"])
        self.browser.back()
        self.browser.wait("return document.getElementById('text').value", "dra")
        self.assertEqual(self.pills(), ["sev"])
        self.browser.back()
        self.browser.wait("return document.getElementById('text').value", "sev")
        self.assertEqual(self.pills(), [])
        self.browser.forward()
        self.browser.wait("return document.querySelectorAll('.pill').length", 1)

    def test_a_link_gives_the_same_page(self):
        self.press("genres:Drama", "Enter", "s")
        self.browser.run("const sort = document.getElementById('sort'); sort.value = 'year:desc';"
                         "sort.dispatchEvent(new Event('change'))")
        self.settle()
        self.browser.click("#next")
        self.settle()
        self.asked()
        seen = (self.pills(), self.text(), self.titles(), self.total())
        self.open(urlparse(self.browser.address).query and "?" + urlparse(self.browser.address).query)
        self.assertEqual((self.pills(), self.text(), self.titles(), self.total()), seen)

    def test_two_tabs_are_two_fields_and_see_the_same_commit(self):
        first = self.browser.tab
        self.press("zzlate")
        self.assertEqual(self.total(), 0)
        self.browser.new_tab()
        try:
            self.open("?token=genres:Drama")
            self.server.add('{"id":"late","title":"zzlate drama","genres":["Drama"]}\n')
            self.press("zzlat")
            self.assertEqual((self.pills(), self.titles()), (["genres Drama"], ["zzlate drama"]))
        finally:
            self.browser.close_tab()
            self.browser.tab = first
        self.assertEqual((self.pills(), self.text()), ([], "zzlate"))
        self.press("Backspace")
        self.assertEqual(self.titles(), ["zzlate drama"])

    # MARK: Facets

    def test_a_facet_count_is_what_its_click_leads_to(self):
        self.press("the")
        script = "const e = document.querySelector('#facets button'); return [e.dataset.token, " \
                 "Number(e.querySelector('.count').textContent.replace(',', ''))]"
        token, count = self.browser.run(script)
        self.press("Escape")  # or the list of suggestions covers the counts
        self.browser.click("#facets button")
        self.settle()
        self.assertEqual(self.total(), count)
        self.assertEqual(self.asked()["token"], [token])
        self.assertEqual(self.browser.run(
            "return document.querySelector('#facets [aria-pressed=true]').dataset.token"), token)
        self.browser.click("#facets [aria-pressed=true]")
        self.settle()
        self.assertEqual(self.pills(), [])

    # MARK: Slow and hostile

    def test_a_late_answer_is_dropped(self):
        self.browser.run(
            "const real = window.fetch; let first = true;"
            "window.fetch = (address, options) => { if (!first) return real(address, options); first = false;"
            "return new Promise(done => setTimeout(done, 500)).then(() => real(address)); }")
        self.press("zzz")
        self.press("Control+a", "seven samurai")
        self.browser.run("return new Promise(done => setTimeout(done, 700))")
        self.assertEqual(self.titles()[0], "Seven Samurai")

    def test_a_server_that_is_away_is_said(self):
        self.browser.run("window.fetch = () => Promise.reject(new TypeError('away'))")
        self.press("x")
        self.assertEqual(self.browser.run("return document.getElementById('problem').textContent"),
                         "The server does not answer.")

    def test_markup_in_a_document_is_text(self):
        self.press("zzhostile")
        self.assertEqual(self.titles(), [HOSTILE["title"]])
        self.assertEqual(self.browser.run("return document.querySelector('.hit p:last-child').textContent"),
                         HOSTILE["plot"])
        count = self.browser.run("return document.querySelectorAll('#facets button').length")
        for place in range(count):
            self.browser.run("document.querySelectorAll('#facets button')[arguments[0]].click()", place)
            self.settle()
        self.assertEqual((len(self.pills()), self.total()), (count, 1))
        self.open("?" + urlparse(self.browser.address).query)
        self.assertEqual((len(self.pills()), self.total()), (count, 1))
        self.open("?q=%3Cscript%3Ehacked=1%3C/script%3E&token=%3Cimg%20src=x%20onerror=hacked=1%3E")
        self.assertEqual(self.browser.run("return [typeof hacked, document.querySelectorAll("
                                          "'main img, main script, #facets img, #form img').length]"),
                         ["undefined", 0])

    # MARK: Looks

    def test_it_fits_a_phone_and_has_a_dark_side(self):
        pictures = os.environ.get("TESSERA_SCREENSHOTS")
        emulate = self.browser.devtools
        self.press("genres:Drama", "Enter", "the s")
        try:
            for scheme in "light", "dark":
                emulate("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                for name, width, height in ("wide", 1100, 800), ("phone", 360, 720):
                    emulate("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2,
                            mobile=name == "phone")
                    self.assertTrue(self.browser.run(
                        "return document.documentElement.scrollWidth <= innerWidth"), name)
                    if pictures:
                        self.browser.screenshot(f"{pictures}/page-{name}-{scheme}.png")
                    if name == "phone" and pictures:
                        self.browser.run("document.getElementById('text').blur()")
                        self.browser.screenshot(f"{pictures}/page-{name}-{scheme}-hits.png")
                        self.browser.run("document.getElementById('text').focus()")
                        self.press("Down")
                ground = self.browser.run("return getComputedStyle(document.body).backgroundColor")
                self.assertEqual(ground == "rgb(22, 23, 27)", scheme == "dark")
        finally:
            emulate("Emulation.clearDeviceMetricsOverride")
            emulate("Emulation.setEmulatedMedia", features=[])


if __name__ == "__main__":
    unittest.main()

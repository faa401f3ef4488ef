"""`tessera browse` in tmux, used as a person uses it.

    TESSERA=.build/debug/tessera python3 -m unittest discover Tests/Terminal
"""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from tmux import Terminal

PACKAGE = Path(__file__).resolve().parents[2]
TOOL = os.environ.get("TESSERA", str(PACKAGE / ".build/debug/tessera"))
FIELDS = ["--id", "id", "--text", "title=4,originalTitle=4,cast=2,plot", "--facet",
          "genres,directors,countries", "--number", "year,runtime"]
WIDE = {
    "id": "wide", "title": "東京物語 zzwide 👩‍👧 ok", "plot": "Cafe\u0301 n\u0303 한국 ❤️ 🇩🇪 end",
    "genres": ["ドラマ", "e\u0301tude"], "year": 1,
}
HOSTILE = {"id": "hostile", "title": "zzhostile \u001b[31mred\u0007 \u202eleft", "plot": "a\nb\tc \u009b2J"}


def film(**changes):
    return json.dumps({"id": "new", "title": "Zznew", **changes}) + "\n"


class BrowseTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.index = cls.folder + "/films"
        films = (PACKAGE / "Fixtures/corpora/films.jsonl").read_text()
        cls.add(cls.index, films + json.dumps(WIDE) + "\n" + json.dumps(HOSTILE) + "\n")

    @staticmethod
    def add(index, documents):
        subprocess.run([TOOL, "index", index, "-", *FIELDS], input=documents, text=True, check=True,
                       capture_output=True)

    def open(self, columns=90, rows=26, index=None, **environment):
        terminal = self.enterContext(
            Terminal(f"{TOOL} browse {index or self.index}; echo \"status $?\"", columns, rows, environment))
        terminal.wait_for("documents", "Type to search", "quit" if columns > 40 else "hits")
        return terminal

    @staticmethod
    def field(screen):
        """What stands in the frame."""
        return re.search("│ (.*?) +│$", screen.split("\n")[2])[1]

    def wait_field(self, terminal, text):
        return terminal.wait(lambda screen: self.field(screen) == text)

    def assert_left(self, terminal, status):
        """The terminal is as it was: the shell's lines, a cursor, no paste mode, and what is typed is seen."""
        screen = terminal.wait_for(f"status {status}")
        self.assertIn(" browse ", screen)
        self.assertNotIn("╭", screen)
        self.assertEqual(terminal.tell("alternate_on"), "0")
        self.assertTrue(terminal.cursor[2])
        terminal.type("echo all is we''ll")
        terminal.press("Enter")
        terminal.wait_for("\nall is well")

    # MARK: The field

    def test_each_letter_finds_and_suggestions_are_accepted(self):
        terminal = self.open()
        terminal.type("seven sam")
        screen = terminal.wait_for("1 document ", "samurai")
        self.assertEqual(self.field(screen), "seven sam")
        self.assertEqual(terminal.cursor, (2, 2 + len("seven sam"), True))
        terminal.press("Down", "Enter")
        self.wait_field(terminal, "seven samurai")
        terminal.press("Escape")
        terminal.wait_for("Seven Samurai", "Akira")
        styled = terminal.screen(styles=True)
        self.assertRegex(styled, r"\x1b\[[0-9;]*mSeven\x1b\[[0-9;]*m")

    def test_a_value_is_accepted_and_becomes_a_token(self):
        terminal = self.open()
        terminal.type("com")
        terminal.wait_for("Comedy ", "genres ")
        terminal.press("Down", "Tab")
        screen = self.wait_field(terminal, "▐genres: Comedy▌")
        terminal.wait_for("94 documents", "✓ Comedy")
        terminal.type("mon")
        terminal.wait_for("9 documents")
        self.assertNotIn("Seven Samurai", screen)

    def test_values_are_offered_in_the_empty_text_when_asked_for(self):
        terminal = self.open()
        screen = terminal.wait_for("↓ values")
        self.assertNotIn("╭─", "\n".join(screen.split("\n")[4:]))
        terminal.press("Down")
        terminal.wait_for("Drama  ", "genres ", "Esc closes")
        terminal.press("Escape")
        terminal.wait_for("↓ values")
        terminal.press("Down", "Enter")
        self.wait_field(terminal, "▐genres: Drama▌")
        terminal.wait_for("↓ values", "✓ Drama")

    def test_backspace_selects_then_deletes_and_undo_brings_back(self):
        terminal = self.open()
        terminal.type("genres:Comedy")
        terminal.press("Enter")
        self.wait_field(terminal, "▐genres: Comedy▌")
        self.assertTrue(terminal.cursor[2])
        terminal.press("BSpace")
        terminal.wait_for("Backspace deletes")
        self.assertFalse(terminal.cursor[2])
        self.assertEqual(self.field(terminal.screen()), "▐genres: Comedy▌")
        terminal.press("BSpace")
        self.wait_field(terminal, "Type to search")
        terminal.press("C-z")
        self.wait_field(terminal, "▐genres: Comedy▌")
        terminal.press("C-y")
        self.wait_field(terminal, "Type to search")

    def test_arrow_keys_move_over_letters_and_tokens(self):
        terminal = self.open()
        terminal.paste("genres:Drama, year:1950..1959, ab")
        self.wait_field(terminal, "▐genres: Drama▌ ▐year: 1950–1959▌ ab")
        terminal.press("Left")
        terminal.type("x")
        self.wait_field(terminal, "▐genres: Drama▌ ▐year: 1950–1959▌ axb")
        terminal.press("Home", "Left", "Left", "BSpace")
        self.wait_field(terminal, "▐year: 1950–1959▌ axb")
        terminal.press("End", "C-w", "Left", "Right")
        terminal.type("y")
        self.wait_field(terminal, "▐year: 1950–1959▌ y")
        terminal.press("C-u")
        self.wait_field(terminal, "▐year: 1950–1959▌")

    def test_escape_closes_the_list_then_clears(self):
        terminal = self.open()
        terminal.type("sev")
        terminal.wait_for("several")
        terminal.press("Escape")
        screen = terminal.wait(lambda screen: "several" not in screen)
        self.assertEqual(self.field(screen), "sev")
        terminal.press("Escape")
        self.wait_field(terminal, "Type to search")

    def test_a_pasted_list_becomes_tokens_and_a_cut_one_comes_back(self):
        terminal = self.open()
        terminal.paste("genres:Drama\ncountries:Japan\n")
        self.wait_field(terminal, "▐genres: Drama▌ ▐countries: Japan▌")
        terminal.press("M-a", "C-x")
        self.wait_field(terminal, "Type to search")
        terminal.press("C-v")
        self.wait_field(terminal, "▐genres: Drama▌ ▐countries: Japan▌")

    def test_a_long_line_keeps_the_caret_in_sight(self):
        terminal = self.open(columns=60)
        terminal.type("word " * 30 + "end")
        screen = terminal.wait(lambda screen: " end" in screen.split("\n")[2])
        self.assertTrue(self.field(screen).startswith("…"))
        self.assertLess(terminal.cursor[1], 58)
        terminal.press("Home")
        screen = terminal.wait(lambda screen: screen.split("\n")[2].startswith("│ word"))
        self.assertTrue(self.field(screen).endswith("…"))
        self.assertEqual(terminal.cursor, (2, 2, True))

    # MARK: Hits and facets

    def test_a_facet_is_walked_committed_and_taken_back(self):
        terminal = self.open()
        terminal.press("Tab", "Right", "Down", "Down", "Up", "Enter")
        screen = terminal.wait_for("✓ France")
        self.assertEqual(self.field(screen), "▐countries: France▌")
        terminal.press("Space")
        terminal.wait_for("Type to search")
        terminal.press("-")
        self.wait_field(terminal, "▐countries: not France▌")

    def test_hits_are_walked_opened_and_scrolled(self):
        terminal = self.open(rows=16)
        terminal.type("seven")
        terminal.press("Escape", "Tab", "Down", "Down")
        terminal.wait(lambda screen: any(line.startswith("▌ ") for line in screen.split("\n")))
        terminal.press("Enter")
        screen = terminal.wait_for("3 of ", "plot")
        terminal.press("Right")
        terminal.wait_for("4 of ")
        terminal.press("Left")
        terminal.wait_for("3 of ")
        terminal.press("PageDown", "End", "Home")
        terminal.wait(lambda found: found == screen)
        terminal.press("Escape")
        terminal.wait_for("walk")
        terminal.press("Escape")
        self.assertEqual(self.field(terminal.wait_for("seven")), "seven")

    def test_paging_reaches_the_last_hit(self):
        terminal = self.open()
        terminal.press("Tab", "End")
        terminal.wait_for("zzhostile")

    # MARK: Help, sizes, widths

    def test_help_comes_and_goes(self):
        terminal = self.open()
        terminal.press("?")
        terminal.wait_for("In the field", "Backspace")
        terminal.press("PageDown")
        terminal.wait_for("Everywhere")
        terminal.press("Escape")
        terminal.wait_for("Type to search")
        terminal.type("a?")
        self.wait_field(terminal, "a?")
        terminal.press("F1")
        terminal.wait_for("In the field")
        terminal.press("q")
        self.wait_field(terminal, "a?")

    def test_the_screen_follows_its_size(self):
        terminal = self.open()
        terminal.type("genres:Drama")
        terminal.press("Enter")
        terminal.type("mo")
        before = terminal.wait_for("▐genres: Drama▌ mo", "│ countries")
        terminal.resize(40, 12)
        narrow = terminal.wait(lambda screen: "countries  " not in screen and "▐genres: Drama▌ mo" in screen)
        self.assertLessEqual(max(map(len, narrow.split("\n"))), 40)
        terminal.resize(24, 6)
        terminal.wait_for("rows are needed")
        terminal.resize(90, 26)
        without_time = lambda screen: re.sub(r"[0-9.]+ ms", "", screen)
        terminal.wait(lambda screen: without_time(screen) == without_time(before))

    def test_wide_and_combining_text_keeps_the_columns(self):
        terminal = self.open()
        terminal.type("zzwide")
        terminal.press("Escape")
        screen = terminal.wait_for("東京物語 zzwide 👩👧 ok")
        self.assertIn("Cafe\u0301 n\u0303 한국 ❤ 🇩🇪 end", screen)
        # The bar before the facets stands in one column.
        for line in screen.split("\n")[4:-3]:
            self.assertEqual(columns(line.split("│")[0]), 62, line)
        terminal.press("C-u")
        terminal.type("東京")
        terminal.wait(lambda found: self.field(found).startswith("東京"))
        self.assertEqual(terminal.cursor[1], 2 + 4)
        terminal.press("Left")
        self.assertEqual(terminal.cursor[1], 2 + 2)
        terminal.press("C-e", "C-u")
        terminal.type("e\u0301x")
        self.wait_field(terminal, "e\u0301x")
        self.assertEqual(terminal.cursor[1], 2 + 2)
        terminal.press("BSpace", "BSpace")
        self.wait_field(terminal, "Type to search")

    def test_documents_cannot_take_over_the_terminal(self):
        terminal = self.open()
        terminal.type("zzhostile")
        terminal.press("Escape")
        terminal.wait_for("zzhostile  [31mred  left", "a b c  2J")

    def test_colours_are_left_out_when_asked(self):
        def colored(styled):
            return re.search(r"\x1b\[(?:[0-9]+;)*3[0-7]m", styled) is not None
        terminal = self.open()
        self.assertTrue(colored(terminal.screen(styles=True)))
        terminal = self.open(NO_COLOR="1")
        terminal.type("genres:Drama")
        terminal.press("Enter")
        self.wait_field(terminal, "▐genres: Drama▌")
        styled = terminal.screen(styles=True)
        self.assertFalse(colored(styled), styled)
        self.assertIn("\x1b[7m", styled)

    def test_a_key_sends_what_differs_and_no_more(self):
        terminal = self.open()
        terminal.type("sev")
        terminal.wait_for("several")
        sent = Path(self.folder) / "sent"
        terminal.tmux("pipe-pane", f"cat > '{sent}'")
        terminal.press("Down")
        terminal.wait_for("Enter accepts")
        terminal.press("Up")
        terminal.wait_for("Enter makes a token")
        # Time in which nothing happens sends nothing.
        time.sleep(0.6)
        bytes_sent = sent.read_bytes()
        self.assertLess(len(bytes_sent), 600, bytes_sent)
        self.assertNotIn(b"\x1b[2J", bytes_sent)
        self.assertNotIn(b"\x1b[J", bytes_sent)

    # MARK: Other commits

    def test_commits_of_others_appear_by_themselves(self):
        index = self.folder + "/growing"
        self.add(index, film(id="a", title="Zzold"))
        terminal = self.enterContext(Terminal(f"{TOOL} browse {index}"))
        terminal.wait_for("1 document ", "Zzold")
        terminal.type("zz")
        terminal.press("Escape")
        self.add(index, film(id="b", title="Zzyoung"))
        terminal.wait_for("2 documents", "Zzyoung")
        self.assertEqual(self.field(terminal.screen()), "zz")

    # MARK: Ends

    def test_keys_quit_and_the_terminal_is_as_before(self):
        for key in ("C-c", "C-d", "C-q"):
            with self.subTest(key):
                terminal = self.open()
                terminal.type("sev")
                terminal.press(key)
                self.assert_left(terminal, 0)

    def test_signals_end_it_and_the_terminal_is_as_before(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGSEGV):
            with self.subTest(number):
                terminal = self.open()
                os.kill(self.process(terminal), number)
                self.assert_left(terminal, 128 + number)

    @staticmethod
    def process(terminal):
        """The number of the browser's process, the shell's only child."""
        shell = terminal.tell("pane_pid")
        return int(Path(f"/proc/{shell}/task/{shell}/children").read_text().split()[0])

    def test_a_terminal_that_goes_away_ends_it(self):
        terminal = self.open()
        child = self.process(terminal)
        terminal.tmux("kill-server")
        end = time.monotonic() + 10
        while Path(f"/proc/{child}").exists():
            self.assertLess(time.monotonic(), end, "it goes on without a terminal")
            time.sleep(0.05)

    def test_what_is_no_terminal_is_said(self):
        def run(line):
            found = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=20,
                                   stdin=subprocess.DEVNULL)
            return found.returncode, found.stderr
        status, message = run(f"{TOOL} browse {self.index}")
        self.assertEqual(status, 1)
        self.assertIn("must be a terminal", message)
        for term, reason in (("", "TERM is not set"), ("nonsense", "'nonsense', no terminal known"),
                             ("dumb", "'dumb', a terminal whose cursor cannot be placed")):
            with self.subTest(term):
                terminal = self.enterContext(
                    Terminal(f"TERM={term} {TOOL} browse {self.index}; echo \"status $?\""))
                terminal.wait_for(reason, "status 1")
        terminal = self.enterContext(Terminal(f"{TOOL} browse {self.folder}/nowhere; echo \"status $?\""))
        terminal.wait_for("nowhere", "status 1")


def columns(text):
    """As a terminal counts them."""
    import unicodedata
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
               for letter in text)


if __name__ == "__main__":
    unittest.main()

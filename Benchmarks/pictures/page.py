#!/usr/bin/env python3
"""Pictures of the page of `tessera serve`, on a light and on a dark screen.

    Benchmarks/pictures/page.py TESSERA INDEX FOLDER
"""

import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[2] / "Tests/Browser"))
from webdriver import Browser  # noqa: E402

SEARCH = "?token=genres%3AComedy&token=year%3A1950..1999&q=ho"


def main(tool, index, folder):
    server = subprocess.Popen([tool, "serve", index, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().split(" at ")[1].strip()
        with Browser() as browser:
            browser.devtools("Emulation.setScrollbarsHidden", hidden=True)
            for scheme in ("light", "dark"):
                browser.devtools("Emulation.setEmulatedMedia",
                                 features=[{"name": "prefers-color-scheme", "value": scheme}])
                browser.devtools("Emulation.setDeviceMetricsOverride", width=1000, height=640, deviceScaleFactor=1.5,
                                 mobile=False)
                browser.open(address + SEARCH)
                browser.wait("return document.querySelectorAll('.hit').length > 0")
                browser.press("End", "l")
                browser.wait("return document.getElementById('main').hasAttribute('aria-busy')", False)
                browser.screenshot(f"{folder}/page-{scheme}.png")
    finally:
        server.terminate()
        server.stdout.close()
        server.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])

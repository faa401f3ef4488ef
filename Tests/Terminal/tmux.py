"""A terminal that is driven: as much of tmux as the tests of `tessera browse` need."""

import itertools
import os
import subprocess
import time

_numbers = itertools.count()
# What runs the tests may want no colours of its own.
_environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "TMUX")}


class Terminal:
    """A program in a terminal of its own. `with Terminal(command) as terminal:` ends both."""

    def __init__(self, command, columns=90, rows=26, environment=None):
        self.name = f"tessera-browse-{os.getpid()}-{next(_numbers)}"
        self.command, self.columns, self.rows = command, columns, rows
        self.environment = environment or {}

    def __enter__(self):
        settings = [part for name, value in self.environment.items() for part in ("-e", f"{name}={value}")]
        # A shell that stays, so that what is left of the screen can be read when the program has ended.
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(self.columns), "-y", str(self.rows), *settings,
                  "env PS1='> ' bash --norc --noprofile")
        self.tmux("set-option", "-g", "escape-time", "0")
        self.wait(lambda screen: screen.startswith(">"))
        self.type(self.command)
        self.press("Enter")
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-L", self.name, "kill-server"], capture_output=True)

    def tmux(self, *arguments, **options):
        return subprocess.run(["tmux", "-u", "-L", self.name, *arguments], check=True, capture_output=True, text=True,
                              env=_environment, **options).stdout

    def type(self, text):
        self.tmux("send-keys", "-l", "--", text)

    def press(self, *keys):
        """Keys as tmux names them; each has its effect before the next, as with a person."""
        for key in keys:
            self.tmux("send-keys", key)
            # An escape is a key by itself only when nothing follows at once.
            time.sleep(0.08)

    def paste(self, text):
        """As the terminal does it when a program asked for bracketed paste."""
        self.tmux("load-buffer", "-", input=text)
        self.tmux("paste-buffer", "-p", "-r")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def screen(self, styles=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if styles else []))

    @property
    def cursor(self):
        """Row, column and whether it is shown."""
        found = self.tmux("display-message", "-p", "#{cursor_y} #{cursor_x} #{cursor_flag}").split()
        return int(found[0]), int(found[1]), found[2] == "1"

    def tell(self, name):
        return self.tmux("display-message", "-p", "#{" + name + "}").strip()

    def wait(self, condition):
        """The screen as soon as it is as wanted and stays so: what is drawn may be seen half. Fails with the screen that
        it is instead."""
        end = time.monotonic() + 60
        before = None
        while True:
            screen = self.screen()
            if screen == before and condition(screen):
                return screen
            before = screen
            if time.monotonic() > end:
                raise AssertionError("the screen stays\n" + screen)
            time.sleep(0.03)

    def wait_for(self, *texts):
        return self.wait(lambda screen: all(text in screen for text in texts))

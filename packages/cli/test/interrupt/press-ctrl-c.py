"""Runs a command in a terminal of its own and presses Ctrl-C there after some seconds.

Usage: press-ctrl-c.py <seconds, or "never"> <command> [<argument>...]
Prints one JSON object: what the terminal showed, how the command ended, and whether it ran when the key was pressed.
"""

import json
import os
import pty
import select
import sys
import time

CTRL_C = b"\x03"

delay = None if sys.argv[1] == "never" else float(sys.argv[1])
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])

began = time.monotonic()
pressed = False
shown = b""
while True:
    left = None if delay is None or pressed else max(0, began + delay - time.monotonic())
    ready, _, _ = select.select([terminal], [], [], left)
    if not ready:
        os.write(terminal, CTRL_C)
        pressed = True
        continue
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    shown += part
_, status = os.waitpid(child, 0)
code = os.waitstatus_to_exitcode(status)
print(json.dumps({
    "text": shown.decode("utf8", "replace").replace("\r\n", "\n"),
    # As a shell has it.
    "code": 128 - code if code < 0 else code,
    "pressed": pressed,
    "seconds": time.monotonic() - began,
}))

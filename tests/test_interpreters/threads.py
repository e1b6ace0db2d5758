"""The worker: what the core answers if several threads ask it for the first time, at once.

``python -I -S threads.py TEXTS ANSWERS THREADS FOLDER...`` is as answers.py, but each of THREADS
threads imports the core, and answers: to ANSWERS.0 and so on.
"""

import sys
import threading
from pathlib import Path


def together(texts: str, answers: str, number: str, *folders: str) -> None:
    """Write the answers of each thread. They begin at the same moment."""
    from test_interpreters.answers import main

    # Without the lock of the interpreter, threads meet anywhere; with it, they do so the more often
    # they are changed.
    sys.setswitchinterval(1e-5)
    begin = threading.Barrier(int(number))

    def work(place: int) -> None:
        begin.wait()
        main(texts, f"{answers}.{place}", *folders)

    threads = [threading.Thread(target=work, args=(place,)) for place in range(int(number))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    together(*sys.argv[1:])

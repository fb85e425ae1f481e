"""Where a run keeps its files, and the servers it has to end."""

import contextlib
import itertools
import os
import shutil
import subprocess
import tempfile

from lib.allot_server import AllotServer
from lib.process import BenchError, Child
from lib.rivals_postgres import Postgres
from lib.rivals_redis import Redis


def reachable(folder):
    """Whether the user postgres could work below it."""
    if os.geteuid() != 0 or not shutil.which("runuser"):
        return True
    command = ["runuser", "-u", "postgres", "--", "test", "-x", folder]
    return subprocess.run(command, stderr=subprocess.DEVNULL, timeout=30, check=False).returncode == 0


def choose_folder(build):
    """A folder on the disk of the build, so that every side syncs to the same one and none to memory."""
    device = os.stat(build).st_dev
    for folder in (build, "/var/tmp", "/tmp"):
        if os.stat(folder).st_dev == device and reachable(folder):
            return folder
    raise BenchError(f"no folder on the disk of {build} that the user postgres may enter; build in another place")


class Workplace:
    """A temporary folder and what runs in it. As a context: ends every server it started and removes the folder."""

    def __init__(self, build):
        self.build = build
        self.stack = contextlib.ExitStack()
        self.numbers = itertools.count(1)
        self.folder = ""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="allot-bench-", dir=choose_folder(self.build))
        os.chmod(self.folder, 0o755)
        self.stack.callback(shutil.rmtree, self.folder, ignore_errors=True)
        return self

    def __exit__(self, *_):
        self.stack.close()

    def program(self, name):
        path = os.path.join(self.build, name)
        if not os.path.exists(path):
            path = os.path.join(self.build, "bench", name)
        if not os.path.exists(path):
            raise BenchError(f"{name} is not built in {self.build}: ./dev bench builds it")
        return path

    def new_folder(self, name):
        folder = os.path.join(self.folder, f"{next(self.numbers)}-{name}", "data")
        os.makedirs(folder)
        return folder

    def run(self, server):
        self.stack.callback(server.stop)
        return server.start()

    def allot(self):
        return self.run(AllotServer(self.program("allot"), self.new_folder("allot")))

    def redis(self, appendfsync):
        return self.run(Redis(self.new_folder("redis"), appendfsync))

    def postgres(self):
        return self.run(Postgres(self.new_folder("postgres")))

    def null_service(self):
        """Its port."""
        child = Child([self.program("null_service")], os.path.join(self.folder, "null.log"))
        self.stack.callback(child.stop)
        return int(child.ready_line(30).rsplit(":", 1)[1])

    @contextlib.contextmanager
    def servers(self):
        """What is started inside is ended and its files are removed at the end of the block, not of the run."""
        outer, self.stack = self.stack, contextlib.ExitStack()
        before = set(os.listdir(self.folder))
        try:
            yield self
        finally:
            try:
                self.stack.close()
            finally:
                self.stack = outer
                for name in set(os.listdir(self.folder)) - before:
                    shutil.rmtree(os.path.join(self.folder, name), ignore_errors=True)

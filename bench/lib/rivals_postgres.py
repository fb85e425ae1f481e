"""PostgreSQL: the stock as one hot row."""

import glob
import os
import pwd
import shutil

from lib import tools
from lib.checks import check_postgres
from lib.compare import Measure
from lib.process import BenchError, free_port, run

PLENTY = 10**12
SQL = os.path.join(os.path.dirname(__file__), "..", "sql")
START_SECONDS = 180  # initdb writes a lot, on a busy disk too
SETTINGS = {"fsync": "on", "synchronous_commit": "on", "unix_socket_directories": "", "shared_buffers": "256MB",
            "max_connections": "60"}


def programs():
    """The folder of the newest installed PostgreSQL."""
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    if not folders:
        raise BenchError("PostgreSQL is not installed: apt-get install postgresql, or choose other rows with --only")
    return max(folders, key=lambda folder: int(folder.split("/")[-2]))


class Postgres:
    """A fresh cluster, over loopback TCP as everybody else here. It refuses to run as root, so root steps down."""

    def __init__(self, folder):
        self.folder = folder
        self.data = os.path.join(folder, "data")
        self.port = free_port()
        self.started = False
        self.sales = 0
        self.bin = programs()

    def as_owner(self, *words, seconds=START_SECONDS):
        down = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        return run([*down, *words], seconds, cwd=self.folder)

    def start(self):
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        new = ["-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]
        self.as_owner(f"{self.bin}/initdb", *new)
        options = " ".join(f"-c {name}='{value}'" for name, value in {**SETTINGS, "port": self.port}.items())
        # pg_ctl hands its output to the server, which would keep our pipe open: hence the log file.
        self.started = True
        log = f"{self.folder}/postgres.log"
        self.as_owner(f"{self.bin}/pg_ctl", "-D", self.data, "-w", "-l", log, "-o", options, "start")
        self.sql("CREATE DATABASE bench", database="postgres")
        with open(os.path.join(SQL, "schema.sql"), encoding="utf-8") as schema:
            self.sql(schema.read())
        return self

    def stop(self):
        if self.started:
            self.as_owner(f"{self.bin}/pg_ctl", "-D", self.data, "-w", "-m", "fast", "stop")
            self.started = False

    def sql(self, text, database="bench"):
        psql = shutil.which("psql") or f"{self.bin}/psql"
        return run(
            [psql, "-h", "127.0.0.1", "-p", self.port, "-U", "postgres", "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", text,
             database],
            START_SECONDS,
        ).strip()

    def new_sale(self):
        self.sales += 1
        self.sql(f"INSERT INTO stock VALUES({self.sales}, {PLENTY})")
        return self.sales

    def claim(self, script, sale, clients, transactions):
        """A run of `script` (a file of bench/sql) on a fresh sale."""
        done, rate = tools.pgbench(self.port, clients, transactions, os.path.join(SQL, script), sale)
        taken = PLENTY - int(self.sql(f"SELECT stock FROM stock WHERE id = {sale}"))
        orders = int(self.sql(f"SELECT count(*) FROM orders WHERE sale = {sale}"))
        check_postgres(done, taken, orders)
        return Measure(rate, orders)

"""Where and with what a result was measured."""

import os
import platform

from lib.process import BenchError, run


def first_line(*command):
    try:
        return run(command, 30).strip().splitlines()[0]
    except (BenchError, OSError, IndexError):
        return "unknown"


def cpu_model():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def memory_gib():
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)


def commit(root):
    """Short commit, with a + behind it when files differ from it."""
    short = first_line("git", "-C", root, "rev-parse", "--short", "HEAD")
    changed = first_line("git", "-C", root, "status", "--porcelain", "--untracked-files=no")
    return short if changed == "unknown" else short + "+"


def facts(root, build):
    return {
        "commit": commit(root),
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "memory_gib": memory_gib(),
        "kernel": platform.release(),
        "file_system": first_line("stat", "-f", "-c", "%T", build),
        "redis": first_line("redis-server", "--version").split(" sha=", maxsplit=1)[0],
        "postgres": first_line("pgbench", "--version"),
        "wrk": first_line("dpkg-query", "-W", "-f", "${Version}", "wrk"),
        "load_before": os.getloadavg()[0],
    }

"""Child processes of the bench: started on loopback, bounded in time, ended by their own pid."""

import os
import signal
import socket
import subprocess
import threading

STOP_SECONDS = 60


class BenchError(Exception):
    """Something is wrong with what was measured, not with how fast it was."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run(command, seconds, **options):
    """stdout of a finished command. BenchError if it fails or takes longer than `seconds`."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, **options)
    except subprocess.TimeoutExpired:
        raise BenchError(f"{command[0]} was not done after {seconds} s: {' '.join(command)}") from None
    if done.returncode != 0:
        why = done.stderr.strip() or done.stdout.strip()
        raise BenchError(f"{' '.join(command)} failed ({done.returncode}): {why}")
    return done.stdout


class Child:
    """A server process. Its stderr (and stdout, unless a ready line is read from it) goes to `log`."""

    def __init__(self, command, log):
        self.command = [str(word) for word in command]
        self.log = log
        with open(log, "ab") as sink:
            self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=sink)
        self.pid = self.process.pid

    def ready_line(self, seconds):
        """The first line of stdout; the rest is drained. BenchError if none comes within `seconds`."""
        timer = threading.Timer(seconds, self.process.kill)
        timer.start()
        line = self.process.stdout.readline().decode()
        timer.cancel()
        if not line:
            self.stop()
            raise BenchError(f"{self.command[0]} did not become ready; its log ends: {self.log_tail()}")
        self.drain()
        return line

    def drain(self):
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def log_tail(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()[-2000:]

    def stop(self):
        """SIGTERM, then SIGKILL if that is not enough. Again: nothing."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def rss_bytes(self):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        raise BenchError(f"no resident size of process {self.pid}")

    def cpu_seconds(self):
        """Time on a CPU of all living threads, in nanosecond steps (utime and stime move by 10 ms)."""
        total = 0
        for task in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{task}/schedstat", encoding="ascii") as file:
                total += int(file.read().split()[0])
        return total / 1e9

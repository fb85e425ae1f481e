"""The layout keeps its promises: includes point up the list only, nothing is forgotten by the build."""

import glob
import os
import re
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
LAYERS = ["core", "wire", "admission", "engine", "ledger", "reconcile", "service", "server", "cli"]
HEAVY = {  # headers that cost seconds to compile, and the folders that may pay for them
    "boost/beast": ("wire", "cli"),
    "boost/json": ("wire", "cli"),
    "boost/asio": ("server", "engine/redis", "cli"),
    "hiredis": ("engine/redis",),
    "sqlite3.h": ("ledger/sqlite",),
    "libpq-fe.h": ("ledger/postgres",),
    "mysql.h": ("ledger/mariadb",),
    "CLI/": ("cli",),
    "toml++": ("cli",),
}


def sources():
    for path in glob.glob(os.path.join(ROOT, "src/**/*.[ch]*"), recursive=True):
        if path.endswith((".cc", ".h")):
            yield os.path.relpath(path, os.path.join(ROOT, "src"))


def includes(path, pattern):
    with open(os.path.join(ROOT, "src", path), encoding="utf-8") as file:
        return re.findall(pattern, file.read(), re.M)


def wrong_includes(path, names):
    """Names of headers that a file in this place may not include."""
    layer = LAYERS.index(path.split("/")[0])
    own = [name for name in names if name.split("/")[0] in LAYERS]
    return [name for name in own if LAYERS.index(name.split("/")[0]) > layer]


class StructureTest(unittest.TestCase):
    def test_includes_point_up(self):
        checked = 0
        for path in sources():
            names = includes(path, r'^#include "([^"]+)"')
            checked += len(names)
            self.assertEqual(wrong_includes(path, names), [], path)
        self.assertGreater(checked, 100)

    def test_the_check_sees_a_wrong_include(self):
        self.assertEqual(wrong_includes("core/x.h", ["engine/engine.h", "core/y.h"]), ["engine/engine.h"])

    def test_heavy_headers_stay_where_they_belong(self):
        for path in sources():
            if path.endswith(("_test.cc", "_fuzz.cc")):
                continue
            for name in includes(path, r"^#include <([^>]+)>"):
                for heavy, folders in HEAVY.items():
                    if name.startswith(heavy):
                        self.assertTrue(path.startswith(folders), f"{path} includes {name}")

    def test_every_test_file_has_a_name_that_the_build_finds(self):
        for path in glob.glob(os.path.join(ROOT, "tests/**/*"), recursive=True):
            if "node_modules" in path or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                text = file.read()
            if path.endswith(".py") and b"unittest.main()" in text:
                self.assertRegex(path, r"/tests/e2e/\w+_(redis)?test\.py$")
            self.assertFalse(path.endswith((".cc", ".cpp")), f"{path}: unit tests stand beside their source")
        for path in sources():
            with open(os.path.join(ROOT, "src", path), encoding="utf-8") as file:
                text = file.read()
            if re.search(r"^(TEST|TEST_F|TEST_P)\(", text, re.M):
                self.assertTrue(path.endswith("_test.cc"), path)
            if "LLVMFuzzerTestOneInput" in text:
                self.assertTrue(path.endswith("_fuzz.cc"), path)

    def test_every_fuzzer_has_a_corpus(self):
        for path in sources():
            if path.endswith("_fuzz.cc"):
                name = os.path.basename(path)[: -len("_fuzz.cc")]
                self.assertTrue(os.listdir(os.path.join(ROOT, "tests/corpus", name)), name)


if __name__ == "__main__":
    unittest.main()

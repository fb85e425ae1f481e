"""The table, as text and as files."""

import dataclasses
import json
import os
import statistics

HEAD = ("work", "Allot", "rival", "ratio (min–max)", "wanted", "met", "durability: Allot | rival", "claims per commit",
        "refused")


def number(value, unit):
    """At most four figures; µs, s and bytes keep decimals where they are small."""
    if value >= 1000:
        return f"{value:,.0f}{unit}"
    return f"{value:.3g}{unit}" if value < 100 else f"{value:.0f}{unit}"


def middle(measures):
    return statistics.median(measure.value for measure in measures)


def ratio_text(row):
    if not row.theirs:
        return "–"
    ratios = row.compared()
    return f"{row.middle():.2f} ({min(ratios):.2f}–{max(ratios):.2f})"


def wanted_text(row):
    if row.wanted is None:
        return "shown"
    sign = "≥" if row.at_least else "≤"
    return f"{sign} {row.wanted:g}{' ×' if row.theirs else row.unit}"


def mean_text(measures, field, style):
    values = [getattr(measure, field) for measure in measures if getattr(measure, field) is not None]
    return style.format(statistics.mean(values)) if values else "–"


def refused_text(row):
    ours = mean_text(row.ours, "refused", "{:.2%}")
    return ours if not row.theirs else f"{ours} | {mean_text(row.theirs, 'refused', '{:.2%}')}"


def cells(row):
    rival = row.rival if not row.theirs else f"{row.rival}: {number(middle(row.theirs), row.unit)}"
    met = {None: "–", True: "yes", False: "NO"}[row.met()]
    return (row.work, number(middle(row.ours), row.unit), rival, ratio_text(row), wanted_text(row), met, row.durability,
            mean_text(row.ours, "batch", "{:.1f}"), refused_text(row))


def aligned(rows):
    lines = [HEAD, *[cells(row) for row in rows]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines]
    return "\n".join([text[0], "-" * len(text[0]), *text[1:]])


def markdown_line(line):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |"


def markdown(rows, facts, failures):
    host = ", ".join(f"{name} {value}" for name, value in facts.items())
    lines = [f"Measured on: {host}.", "", markdown_line(HEAD), markdown_line(["---"] * len(HEAD))]
    lines += [markdown_line(cells(row)) for row in rows]
    lines += ["", "Median of the rounds; each round runs both sides, one after the other. Every accepted claim that is"
              " counted was found in the ledger by another program, and the audit was clean."]
    lines += [f"\nFailed: {key}: {why}" for key, why in failures.items()]
    return "\n".join(lines) + "\n"


def as_json(rows, facts, failures):
    shown = [
        {**dataclasses.asdict(row), "compared": row.compared(), "median": row.middle(), "met": row.met()} for row in rows
    ]
    return json.dumps({"host": facts, "rows": shown, "failures": failures}, indent=1, ensure_ascii=False) + "\n"


def save(folder, day, rows, facts, failures):
    """Writes <day>-<commit>.json and .md; returns their path without the ending."""
    os.makedirs(folder, exist_ok=True)
    base = os.path.join(folder, f"{day}-{facts['commit'].rstrip('+')}")
    for ending, text in ((".json", as_json(rows, facts, failures)), (".md", markdown(rows, facts, failures))):
        with open(base + ending, "w", encoding="utf-8") as file:
            file.write(text)
    return base

"""One way to ask for a claim through either door, and small helpers for times."""

import json
import time
from datetime import datetime, timezone

from allot import RespError


def iso(milliseconds):
    moment = datetime.fromtimestamp(milliseconds / 1000, timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1000:03d}Z"


def millis(text):
    return round(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def now_millis():
    return time.time_ns() // 1_000_000


def wait_until(moment):
    """Returns in the millisecond `moment` or as soon after it as the machine lets us."""
    while True:
        ahead = moment - now_millis()
        if ahead <= 0:
            return
        if ahead > 5:
            time.sleep((ahead - 4) / 1000)


class HttpDoor:
    """Answers are dicts with the members of the JSON, and `status`."""

    name = "http"

    def __init__(self, server):
        self.http = server.http()

    def claim(self, sale, user, items, id=None, if_version=None, ref=None, headers=None):
        body = {"user": user, "items": [{"pool": pool, "units": units} for pool, units in items]}
        body.update({k: v for k, v in {"id": id, "if_version": if_version, "ref": ref}.items() if v is not None})
        status, answer = self.http.post(f"/v1/sales/{sale}/claims", body, headers=headers)
        return {**answer, "status": status}

    def close(self):
        self.http.close()


class RespDoor:
    """The same, put together from the five places of a row; the shape of the row is checked here."""

    name = "resp"

    def __init__(self, server):
        self.resp = server.resp()

    def claim(self, sale, user, items, id=None, if_version=None, ref=None):
        words = ["CLAIM", sale, user, id or "-"]
        for pool, units in items:
            words += [pool, units]
        words += ["IFVERSION", if_version] if if_version is not None else []
        words += ["REF", ref] if ref is not None else []
        return claim_row(self.resp.call(*words))

    def close(self):
        self.resp.close()


def claim_row(row):
    """[verdict, claim, state, expires_at_ms or 0, detail] as a dict."""
    if isinstance(row, RespError):
        raise AssertionError(f"an error instead of a verdict: {row}")
    verdict, claim, state, expires_at, detail = row
    assert all(isinstance(text, str) for text in (verdict, claim, state, detail)), row
    assert isinstance(expires_at, int), row
    answer = json.loads(detail) if detail else {}
    assert not {"verdict", "claim", "state", "expires_at"} & answer.keys(), row
    answer["verdict"] = verdict
    answer.update({"claim": claim} if claim else {})
    answer.update({"state": state} if state else {})
    if verdict in ("accepted", "ok"):
        answer["expires_at"] = iso(expires_at) if expires_at else None
    else:
        assert verdict.startswith("already_") or expires_at == 0, row
    return answer

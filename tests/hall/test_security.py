"""Who may write what, with the documented list of rights and real certificates; and whom nothing stops from trying."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from unotable.hall.address import Address, Proof
from unotable.hall.broker import Broker, BrokerError
from unotable.hall.hall import Hall
from unotable.hall.publisher import Publisher

from tests.hall.certificates import Authority
from tests.hall.mosquitto import Listener, Mosquitto, program
from tests.hall.table import AtTable, folded
from tests.waiting import until

ACL = Path(__file__).parents[2] / "docs" / "hall" / "mosquitto.acl"
USERS = ("hall", "screen", "table-1", "table-2")


@pytest.fixture
def guarded(tmp_path: Path, home: Path) -> Iterator[Mosquitto]:
    """A broker with passwords (each user's is the name backwards) and the rights of docs/hall/mosquitto.acl."""
    passwords = tmp_path / "passwords"
    passwords.write_text("", encoding="utf-8")
    for user in USERS:
        subprocess.run([program("mosquitto_passwd"), "-b", str(passwords), user, user[::-1]], check=True)
    with Mosquitto(tmp_path, (f"password_file {passwords}", f"acl_file {ACL}")) as it:
        yield it


def proof(user: str) -> Proof:
    return Proof(password=user[::-1])


def test_a_table_writes_its_own_topics_only(tmp_path: Path, guarded: Mosquitto) -> None:
    hall = Hall(guarded.address("hall"), proof("hall"))
    hall.start()
    until(lambda: hall.online)
    good = Publisher(guarded.address("table-1"), proof("table-1"))
    good.start()
    until(lambda: [it.table for it in hall.view.tables] == ["table-1"])
    forger = Listener(guarded.address("table-2"), proof=proof("table-2"))
    try:
        mids = {}
        for topic in (
            "unotable/cafe/table/table-1/here", "unotable/cafe/table/table-1/match/0123456789abcdef",
            "unotable/cafe/hall/table-1/seats", "unotable/other/table/table-2/here", "unotable/cafe/table/table-2/here",
        ):  # fmt: skip
            mids[forger.broker.publish(topic, b'{"v":1,"here":false}', retain=True)] = topic
        forger.until(lambda: len(forger.broker.answers) == len(mids))
        allowed = {mids[answer.mid] for answer in forger.broker.answers if not answer.wrong}
        assert allowed == {"unotable/cafe/table/table-2/here"}
        until(lambda: len(hall.view.tables) == 2)
        assert {it.table: it.here for it in hall.view.tables} == {"table-1": True, "table-2": False}
    finally:
        forger.close()
        good.close()
        hall.close()


def test_a_table_hears_what_it_is_told_and_no_other(guarded: Mosquitto) -> None:
    ears = {user: Listener(guarded.address(user), "unotable/#", proof=proof(user)) for user in ("table-1", "screen")}
    hall = Listener(guarded.address("hall"), proof=proof("hall"))
    try:
        for table in ("table-1", "table-2"):
            hall.broker.publish(f"unotable/cafe/hall/{table}/seats", b"{}")
        hall.until(lambda: len(hall.broker.answers) == 2)
        ears["screen"].until(lambda: len(ears["screen"].broker.inbox) == 2)
        ears["table-1"].until(lambda: ears["table-1"].broker.inbox)
        assert [came.topic for came in ears["table-1"].broker.inbox] == ["unotable/cafe/hall/table-1/seats"]
    finally:
        for it in (*ears.values(), hall):
            it.close()


def test_a_table_that_may_not_write_says_so_and_plays_on(tmp_path: Path, guarded: Mosquitto) -> None:
    said: list[str] = []
    stranger = Publisher(guarded.address("table-1"), Proof(password="wrong"))
    table = AtTable(tmp_path / "one.jsonl", replace(guarded.address("table-1"), room="elsewhere"))
    try:
        table.publisher.close()
        table.publisher = Publisher(replace(guarded.address("table-1"), room="elsewhere"), proof("table-1"))
        table.publisher.watch(table.live, table.path, table.said.append)
        table.publisher.start()
        stranger.watch(table.live, table.path, said.append)
        stranger.start()
        until(lambda: any("does not let table-1 write here" in text for text in table.said))
        until(lambda: any("not authorized" in text for text in said))
        table.send(do="first", card="r5")
        assert folded(table.path).phase == "play"
    finally:
        stranger.close()
        table.close()


def test_passwords_are_not_written_where_they_can_be_read() -> None:
    assert "secret" not in repr(Proof(password="secret"))


@pytest.fixture
def encrypted(tmp_path: Path, home: Path) -> Iterator[tuple[Mosquitto, Authority]]:
    """A broker that speaks TLS only and wants a certificate; who it is for is the user."""
    authority = Authority(tmp_path / "ca")
    cert, key = authority.sign("broker")
    wanted = "require_certificate true\nuse_identity_as_username true"
    tls = f"cafile {authority.ca}\ncertfile {cert}\nkeyfile {key}\n{wanted}"
    with Mosquitto(tmp_path, (f"acl_file {ACL}",), tls) as it:
        yield it, authority


def test_certificates_instead_of_passwords(tmp_path: Path, encrypted: tuple[Mosquitto, Authority]) -> None:
    broker, authority = encrypted
    where = Address("127.0.0.1", broker.port, True, "cafe", "table-1")

    def known(name: str) -> Proof:
        cert, key = authority.sign(name)
        return Proof(ca=str(authority.ca), cert=str(cert), key=str(key))

    hall = Hall(replace(where, user="hall"), known("hall"))
    hall.start()
    table = Publisher(where, known("table-1"))
    table.start()
    try:
        until(lambda: [(it.table, it.here) for it in hall.view.tables] == [("table-1", True)])
        forger = Listener(where, proof=known("table-2"))
        forger.broker.publish(where.topic("table-1", "here"), b'{"v":1,"here":false}')
        forger.until(lambda: forger.broker.answers)
        assert forger.broker.answers[0].wrong
        forger.close()
    finally:
        table.close()
        hall.close()


def test_a_broker_that_nobody_vouches_for_is_not_spoken_to(
    tmp_path: Path, encrypted: tuple[Mosquitto, Authority]
) -> None:
    broker, authority = encrypted
    where = Address("127.0.0.1", broker.port, True, "cafe", "table-1")
    other = Authority(tmp_path / "other", "somebody else")
    for proof_, why in (
        (Proof(ca=str(other.ca)), "is not trusted"),
        (Proof(), "is not trusted"),
        (Proof(ca=str(authority.ca)), ""),  # trusted, but it wants a certificate of ours
        (Proof(ca=str(authority.ca), cert=str(other.ca)), "cannot be used"),
    ):
        with pytest.raises(BrokerError) as wrong:
            Broker(where, proof_, "test").open()
        assert why in str(wrong.value)


def test_the_documented_configuration(tmp_path: Path, home: Path) -> None:
    """docs/hall/mosquitto.conf as it stands, but for the port and where it listens."""
    authority = Authority(tmp_path)
    authority.sign("broker")
    (tmp_path / ACL.name).write_bytes(ACL.read_bytes())
    for user, create in (("hall", ["-c"]), ("table-1", [])):
        made = [program("mosquitto_passwd"), *create, "-b", "passwords", user, user[::-1]]
        subprocess.run(made, cwd=tmp_path, check=True)
    text = ACL.with_name("mosquitto.conf").read_text(encoding="utf-8")
    assert text.count("listener 8883") == 1
    with Mosquitto(tmp_path, (), text.replace("listener 8883", "")) as broker:
        where = Address("127.0.0.1", broker.port, True, "cafe", "table-1")
        hall = Hall(replace(where, user="hall"), replace(proof("hall"), ca=str(authority.ca)))
        hall.start()
        table = Publisher(where, replace(proof("table-1"), ca=str(authority.ca)))
        table.start()
        try:
            until(lambda: [(it.table, it.here) for it in hall.view.tables] == [("table-1", True)])
            with pytest.raises(BrokerError, match="not authorized"):
                Broker(where, Proof(ca=str(authority.ca)), "test").open()
        finally:
            table.close()
            hall.close()


def test_nothing_that_is_sent_harms_the_hall(tmp_path: Path, home: Path) -> None:
    bad = [
        b"", b"{", b"[]", b"null", b'{"v":2}', b'{"v":1}', b"\xff\xfe", b"[" * 50_000, b"9" * 30_000, b"x" * 60_000,
        b'{"v":1,"here":"yes"}', b'{"v":1,"at":"now","seats":[{"name":""}]}',
        json.dumps({"v": 1, "at": "2026-11-30T19:00:00", "turn": 9, "seats": [{"name": "Ana"}]}).encode(),
        json.dumps({"v": 1, "at": "2026-11-30T19:00:00", "seats": [{"name": "\x1b[2J"}]}).encode(),
        json.dumps({"v": 1, "at": "2026-11-30T19:00:00", "top": "[red]", "seats": [{"name": "[b]"}]}).encode(),
        json.dumps({"v": 1, "match": "../../etc", "line": 1, "k": 0, "seq": 1}).encode(),
        json.dumps({"v": 1, "match": "0" * 16, "line": 10**30, "k": 0, "seq": 1}).encode(),
    ]  # fmt: skip
    with Mosquitto(tmp_path) as broker:
        hall = Hall(broker.address(), Proof())
        hall.start()
        until(lambda: hall.online)
        mouth = Listener(broker.address())
        try:
            count = 0
            for payload in bad:
                for topic in (
                    "t/here",
                    "t/state",
                    "t/log",
                    f"t/match/{'0' * 16}",
                    "t/match/x",
                    "t/what",
                    " /state",
                    "t",
                ):
                    mouth.broker.publish(f"unotable/cafe/table/{topic}", payload)
                    count += 1
                mouth.broker.publish("unotable/cafe/hall/t/seats", payload)
                count += 1
            mouth.until(lambda: len(mouth.broker.answers) == count)
            table = Publisher(broker.address("table-1"), Proof())
            table.start()
            until(lambda: any(it.table == "table-1" and it.here for it in hall.view.tables))
            table.close()
            assert hall.online and hall.view.refused > 50
            assert hall.view.sheets == () and all(it.state is None for it in hall.view.tables if it.table == "t")
        finally:
            mouth.close()
            hall.close()

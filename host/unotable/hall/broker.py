"""One connection to an MQTT 5 broker: the only importer of paho-mqtt, used from one thread.

`step` does what is due and collects what came in; nothing here calls back. A connection that ended is not used again.
"""

from __future__ import annotations

import ssl
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from unotable.hall.address import Address, Proof
from unotable.locale import mark, tr

if TYPE_CHECKING:
    from paho.mqtt.client import Client

KEEPALIVE_S = 20  # a broker that hears nothing for half as long again sends the last will
CONNECT_S = 5.0
MANY = 500  # messages taken in before somebody looks at them
LARGEST = 64 * 1024  # bytes of a packet that a broker may send us
REFUSED = (134, 135, 138, 140)  # bad user or password, not authorized, banned, bad authentication method

MISSING = mark("a hall needs paho-mqtt, which is not installed: pip install paho-mqtt")


class BrokerError(Exception):
    """No connection; a sentence. `refused`: it will be the same next time."""

    def __init__(self, text: str, refused: bool = False) -> None:
        super().__init__(text)
        self.refused = refused


class Came(NamedTuple):
    """A message; `retained`: it was there before we asked."""

    topic: str
    payload: bytes
    retained: bool


class Answer(NamedTuple):
    """The broker's word on a message of QoS 1; `wrong` says why it was not taken."""

    mid: int
    wrong: str


def missing() -> str:
    """A sentence where paho-mqtt is not installed, else nothing."""
    try:
        import paho.mqtt.client  # noqa: F401
    except ImportError:
        return tr(MISSING)
    return ""


class Broker:
    """`will` is what the broker publishes, retained, when this client is gone without a word."""

    def __init__(self, where: Address, proof: Proof, client_id: str, will: tuple[str, bytes] | None = None) -> None:
        self.inbox: deque[Came] = deque()
        self.answers: deque[Answer] = deque()
        self._where = where
        self._connack: tuple[int, str] | None = None
        self._ended: tuple[int, str] | None = None
        self._client = self._made(proof, client_id, will)

    def open(self) -> None:
        """Connects; `BrokerError` where that does not succeed within some seconds."""
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        asked = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        asked.MaximumPacketSize = LARGEST
        where = self._where
        try:
            self._client.connect(where.host, where.port, KEEPALIVE_S, clean_start=True, properties=asked)
            for _ in range(round(CONNECT_S / 0.1)):
                if self._connack is not None:
                    break
                self.step(0.1)
        except ssl.SSLCertVerificationError as error:
            raise BrokerError(tr("the certificate of {where} is not trusted: {why}", where=where.shown,
                                 why=error.verify_message), refused=True) from error  # fmt: skip
        except (OSError, ValueError) as error:
            raise BrokerError(f"{where.shown}: {_why(error)}") from error
        if self._connack is None:
            raise BrokerError(tr("{where} does not answer", where=where.shown))
        code, why = self._connack
        if code:
            raise BrokerError(f"{where.shown}: {why.lower()}", refused=code in REFUSED)

    def step(self, timeout: float) -> None:
        """Sends and receives for at most `timeout` s. `BrokerError`: the connection has ended."""
        try:
            done = self._client.loop(timeout)
            there, more = 0, len(self.inbox)
            while not done and there != more < MANY:  # it reads one message at a time, however many have come
                there = more
                done = self._client.loop_read()
                more = len(self.inbox)
        except BrokerError:
            raise
        except Exception as error:  # a broker that speaks nonsense; paho has no one error for it
            raise BrokerError(f"{self._where.shown}: {_why(error)}") from error
        code, why = self._ended or (0, "")
        if done or code:
            refused = self._connack is not None and self._connack[0] in REFUSED
            text = (self._connack[1] if refused and self._connack else why or str(done.name)).lower()
            raise BrokerError(f"{self._where.shown}: {text}", refused)

    def fileno(self) -> int:
        """The socket, for whoever waits for many connections at once and then calls `pump`."""
        sock = self._client.socket()
        return -1 if sock is None else sock.fileno()

    def pump(self) -> None:
        """As `step`, but never waits: reads what is there, writes what is due."""
        self._client.loop_read()
        if self._client.want_write():
            self._client.loop_write()
        self._client.loop_misc()
        if self._ended is not None:
            raise BrokerError(f"{self._where.shown}: {self._ended[1].lower()}")

    def publish(self, topic: str, payload: bytes, qos: int = 1, retain: bool = False, expires_s: int = 0) -> int:
        """The message's number, for its answer."""
        properties = None
        if expires_s:
            from paho.mqtt.packettypes import PacketTypes
            from paho.mqtt.properties import Properties

            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            properties.MessageExpiryInterval = expires_s
        return self._client.publish(topic, payload, qos, retain, properties).mid

    def subscribe(self, *topics: str) -> None:
        self._client.subscribe([(topic, 1) for topic in topics])

    def close(self) -> None:
        """Says goodbye where somebody listens; never waits. The will is not published then."""
        try:
            self._client.disconnect()
        except Exception:  # there was nobody to say it to
            return

    def _made(self, proof: Proof, client_id: str, will: tuple[str, bytes] | None) -> Client:
        try:
            from paho.mqtt.client import Client
            from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
        except ImportError:
            raise BrokerError(tr(MISSING), refused=True) from None

        client = Client(CallbackAPIVersion.VERSION2, client_id, protocol=MQTTProtocolVersion.MQTTv5)
        client.connect_timeout = CONNECT_S
        client.max_inflight_messages_set(0xFFFF)  # whoever publishes keeps count itself
        if self._where.user or proof.password:
            client.username_pw_set(self._where.user, proof.password or None)
        if self._where.tls:
            try:
                client.tls_set(proof.ca or None, proof.cert or None, proof.key or None)
            except (OSError, ValueError) as error:
                raise BrokerError(tr("the certificates cannot be used: {why}", why=_why(error)), True) from error
        if will is not None:
            client.will_set(will[0], will[1], qos=1, retain=True)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_publish = self._published
        client.on_message = self._message
        return client

    def _connected(self, client: Any, data: Any, flags: Any, code: Any, properties: Any) -> None:
        self._connack = (int(code.value), str(code))

    def _disconnected(self, client: Any, data: Any, flags: Any, code: Any, properties: Any) -> None:
        self._ended = (int(code.value) or 128, str(code))

    def _published(self, client: Any, data: Any, mid: int, code: Any, properties: Any) -> None:
        self.answers.append(Answer(mid, str(code).lower() if code.value >= 128 else ""))

    def _message(self, client: Any, data: Any, message: Any) -> None:
        self.inbox.append(Came(message.topic, message.payload, message.retain))


def _why(error: BaseException) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__).lower()

import socket

import pytest

from config import net


def test_a_taken_port_is_said_in_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = net.refusal_to_listen("127.0.0.1", port)
    assert said == f"Port {port} is taken by another program: choose one with `PORT={port + 1}`."


def test_a_free_port_is_not_refused() -> None:
    assert net.refusal_to_listen("127.0.0.1", net.free_port()) is None


def test_an_address_of_another_machine_is_refused_with_its_reason() -> None:
    said = net.refusal_to_listen("192.0.2.1", 8000)
    assert said is not None
    assert said.startswith("Nothing can listen on 192.0.2.1:8000: ")


def test_a_site_on_localhost_answers_to_local_names_only() -> None:
    assert net.names_of("127.0.0.1") == net.LOOPBACK


def test_a_site_on_every_interface_answers_to_the_address_phones_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "lan_address", lambda: "192.168.7.9")
    monkeypatch.setattr(net.socket, "gethostname", lambda: "Dugout")
    assert net.names_of("0.0.0.0") == (*net.LOOPBACK, "192.168.7.9", "dugout", "dugout.local")


def test_without_a_network_the_local_names_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "lan_address", lambda: None)
    monkeypatch.setattr(net.socket, "gethostname", lambda: "dugout.example.org")
    assert net.names_of("0.0.0.0") == (*net.LOOPBACK, "dugout.example.org")


def test_an_ipv6_address_is_bracketed_in_a_url() -> None:
    assert (net.in_url("::1"), net.in_url("[::1]"), net.in_url("league")) == ("[::1]", "[::1]", "league")


@pytest.mark.parametrize("text", ["abc", "", "0", "65536", "-1", "80.5", "٨٠"])
def test_a_port_that_is_none_is_said_in_one_sentence(text: str) -> None:
    with pytest.raises(SystemExit) as said:
        net.port_of(text)
    assert str(said.value) == f"PORT={text} is no port: it is a number from 1 to 65535."
    assert (net.port_of("1"), net.port_of("65535")) == (1, 65535)

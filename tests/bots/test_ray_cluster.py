"""Matches played by a real Ray cluster on this machine: the same results, also when a worker is killed."""

import os
import signal
import socket
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.samples import a_game, shortest

import tablee
from tablee.bots import ray_cluster
from tablee.bots.process_pool import results
from tablee.bots.ray_cluster import ALONE, LOCAL, LOOPBACK_ONLY, NoCluster, OtherSource, WorkLost, cluster_results
from tablee.bots.simulation import simulate
from tablee.cli import main

NAME = a_game()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two workers, which listens to this machine alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(*LOOPBACK_ONLY)
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_worker_niceness", "0")  # beside other tests they would come last
        import ray

        ray.init("local", num_cpus=2, log_to_driver=False, logging_level=40, object_store_memory=10**8, **ALONE)
        yield ray.get_runtime_context().gcs_address
        ray.shutdown()


def killed_once(mark: Path, number: int) -> int:
    """Ends its process without a word the first time it is asked for 3."""
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


class Unconnected:
    def is_initialized(self) -> bool:
        return False


def die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class EverythingReady:
    """A cluster of 50 cores on which all work is done as soon as it is sent, but for the first second."""

    def __init__(self) -> None:
        self.asked = 0

    def remote(self, **_: Any) -> Any:
        return lambda task: SimpleNamespace(remote=partial(task))

    def put(self, value: Any) -> Any:
        return value

    get = put

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 50.0}

    def wait(
        self, waiting: list[Any], num_returns: int = 1, timeout: float | None = None
    ) -> tuple[list[Any], list[Any]]:
        self.asked += 1
        if self.asked == 1:
            return [], waiting
        return waiting[:num_returns], waiting[num_returns:]


def fail(number: int) -> None:
    raise LookupError(number)


def test_work_of_a_worker_that_was_killed_is_done_again(address: str, tmp_path: Path) -> None:
    mark = tmp_path / "killed"
    done = results(partial(killed_once, mark), range(12), 1, address)
    assert sorted(done) == [number * number for number in range(12)]
    assert address.startswith("127.0.0.1:")
    assert mark.exists()


def test_work_whose_worker_always_dies_is_given_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a further attempt here: each takes a new process."""
    monkeypatch.setattr(ray_cluster, "RETRIES", 0)
    with pytest.raises(WorkLost, match="WorkerCrashedError"):
        list(cluster_results(die, [7], address))
    assert list(cluster_results(abs, [-5], address)) == [5]


def test_of_many_results_many_are_taken_at_once() -> None:
    """What Ray needs for one call grows with what is waiting."""
    ray = EverythingReady()
    assert sorted(ray_cluster._spread(ray, abs, range(-1000, 0))) == list(range(1, 1001))
    assert ray.asked < 150


def test_what_work_raises_is_raised_here(address: str) -> None:
    with pytest.raises(LookupError, match="7"):
        list(cluster_results(fail, [7], address))


def test_machines_with_another_source_are_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "_source", lambda: "another")
    with pytest.raises(OtherSource, match=tablee.__version__):
        list(cluster_results(abs, [1], address))


def test_a_simulation_gives_the_same_figures(address: str) -> None:
    game = tablee.game(NAME, **shortest(NAME))
    assert simulate(game, 60, seed=4, cluster=address).plain() == simulate(game, 60, seed=4).plain()


def test_the_file_of_an_arena_is_the_same_byte_for_byte(address: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    short = [word for name, value in shortest(NAME).items() for word in ("-o", f"{name}={value}")]
    ask = ["arena", NAME, *short, "--bots", "plongeur,commis", "--games", "3", "--iterations", "1"]
    for path, how in ((here, []), (there, ["--cluster", address])):
        assert main([*ask, "--file", str(path), *how]) == 0
    assert here.read_bytes() == there.read_bytes()
    assert len(here.read_text().splitlines()) == 4


def test_whoever_has_heard_enough_stops_the_rest(address: str) -> None:
    coming = cluster_results(abs, range(-1000, 0), address)
    assert next(coming) in range(1001)
    coming.close()
    assert next(cluster_results(abs, [-5], address)) == 5


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NoCluster("here", "nobody\nthere"), "here"),
        (OtherSource("0.9"), "0.9"),
        (WorkLost(6, "WorkerCrashedError: memory\nand more"), "WorkerCrashedError: memory\n"),
    ],
)
def test_what_is_wrong_with_a_cluster_is_said_in_a_sentence(
    error: Exception, said: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any) -> None:
        raise error

    monkeypatch.setattr(ray_cluster, "cluster_results", broken)
    for command in ("simulate", "arena"):
        assert main(["--lang", lang, command, NAME, "--cluster", "here"]) == 2
        told = capsys.readouterr().err
        assert said in told
        assert "Traceback" not in told


@pytest.mark.parametrize("address", [LOCAL, "auto"])
@pytest.mark.parametrize("error", [ConnectionError("nobody\nthere"), ValueError("what?")])
def test_where_no_cluster_answers_that_is_said(address: str, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ray(Unconnected):
        def init(self, *_: Any, **__: Any) -> None:
            raise error

    monkeypatch.delenv(LOOPBACK_ONLY[0], raising=False)
    monkeypatch.setitem(sys.modules, "ray", Ray())
    with pytest.raises(NoCluster) as caught:
        list(cluster_results(abs, [1], address))
    assert caught.value.args == (address, str(error))
    assert os.environ.get(LOOPBACK_ONLY[0]) == (LOOPBACK_ONLY[1] if address == LOCAL else None)


def test_an_address_where_nobody_listens_is_found_out_at_once() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"ray://127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(NoCluster, match="refused"), ray_cluster._connected(Unconnected(), address):
            pass


@pytest.mark.parametrize(("address", "given"), [("local", dict(ALONE)), ("auto", {})])
def test_who_opens_a_connection_closes_it(address: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    class Ray(Unconnected):
        def init(self, address: str, **more: Any) -> None:
            told.append((address, {name: more[name] for name in given}, "include_dashboard" in more))

        def shutdown(self) -> None:
            told.append("closed")

    with ray_cluster._connected(Ray(), address):
        pass
    assert told == [(address, given, bool(given)), "closed"]

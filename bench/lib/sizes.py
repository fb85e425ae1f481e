"""How much of each work a run does."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Sizes:
    """Requests per round and side, aimed at some three to five seconds each on a small machine."""

    rounds: int = 3
    accepted: int = 1_000_000
    accepted_redis: int = 200_000
    unpipelined: int = 200_000
    unpipelined_redis: int = 50_000
    sold_out: int = 6_000_000
    sold_out_redis: int = 600_000
    ping: int = 200_000
    http_seconds: int = 4
    few_clients: int = 100_000
    postgres: int = 8_000
    lock: int = 5_000
    memory: int = 5_000_000
    restart: int = 1_000_000
    many: int = 10_000_000
    few: int = 10_000
    growth_step: int = 6_400
    growth_steps: int = 20

    def with_big_scaled(self, scale):
        """The rows about size with `scale` times as many claims."""
        return dataclasses.replace(
            self,
            memory=max(1, round(self.memory * scale)),
            restart=max(1, round(self.restart * scale)),
            many=max(1, round(self.many * scale)),
        )


QUICK = Sizes(
    rounds=1, accepted=12_800, accepted_redis=6_400, unpipelined=2_000, unpipelined_redis=1_000, sold_out=32_000,
    sold_out_redis=6_400, ping=2_000, http_seconds=1, few_clients=1_000, postgres=200, lock=100, memory=20_000,
    restart=20_000, many=40_000, few=1_280, growth_step=1_280, growth_steps=2,
)

"""Behaviour cloning from a dataset of `ow dataset`: a network learns what an agent chose, and plays as a saved agent.

pip install 'open-worlds-env[data,train]'
ow dataset scripted --game star_realms --games 1000 --out games
python docs/clients/behaviour_cloning.py games scripted --out clone.safetensors
ow match clone.safetensors scripted --game star_realms
"""

import argparse
import time

import torch

from agents import learned
from training.dataset import Decisions, read
from training.selfplay.dense import action_logits
from training.selfplay.policy import TrainableNet


def log_probs(network: TrainableNet, batch: Decisions) -> torch.Tensor:
    """Return the logarithm of the network's policy over all actions: [B, A], about -1e9 where the mask says no."""
    trunk, places, _, w = network(torch.from_numpy(batch.observation))
    logits = action_logits(network.layout, trunk, places, w["choose.whole"], w["choose.world"], w["choose.bias"])
    return torch.log_softmax(logits.masked_fill(torch.from_numpy(batch.action_mask == 0), -1e9), dim=1)


def main(folder: str, teacher: str, out: str, epochs: int = 3, width: int = 128, rate: float = 1e-3) -> str:
    """Clone one agent's choices, save the clone, and return how often it chooses as the agent in games held out."""
    torch.manual_seed(1)
    began, dataset = time.perf_counter(), read(folder)
    learn, held_out = dataset.split(0.1)
    game = dataset.games[0]
    kind = "worlds" if game.structure.place else "flat"
    network = TrainableNet(game, kind, whole=width, world=width // 2, trunk=width, card=32)
    optimizer = torch.optim.Adam(network.parameters(), lr=rate)
    for epoch in range(epochs):
        for batch in learn.batches(512, shuffle=epoch, agents=[teacher]):
            if batch.has_policy.all():  # what it thinks of every action says more than the one it took
                loss = -(torch.from_numpy(batch.policy) * log_probs(network, batch)).sum(1).mean()
            else:
                loss = torch.nn.functional.nll_loss(log_probs(network, batch), torch.from_numpy(batch.action))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    right = total = forced = 0
    with torch.no_grad():
        for batch in held_out.batches(4096, agents=[teacher]):
            right += int((log_probs(network, batch).argmax(1).numpy() == batch.action).sum())
            forced += int((batch.action_mask.sum(1) == 1).sum())
            total += len(batch)
    told = {"by": "behaviour cloning", "of": teacher, "epochs": epochs}
    card = learned.Card(learned.FORMAT, game.name, network.layout.digest, kind, network.widths, 0.0, told)
    learned.save(out, network.snapshot(), card)
    share, least = right / total, forced / total
    seconds = time.perf_counter() - began
    return f"held out {total}  chosen alike {share:.3f}  only one allowed {least:.3f}  {seconds:.0f} s  {out}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="of the dataset")
    parser.add_argument("teacher", help="the agent in it that is cloned")
    parser.add_argument("--out", default="clone.safetensors")
    parser.add_argument("--epochs", type=int, default=3)
    print(main(**vars(parser.parse_args())))

"""A toy game for tests: all choose at once, face down, replaceable; no chance, options of all kinds."""

from tests.toy_auction.pieces import Bid as Bid
from tests.toy_auction.pieces import Lot as Lot
from tests.toy_auction.pieces import Ties as Ties
from tests.toy_auction.pieces import ToyAuctionView as ToyAuctionView
from tests.toy_auction.rules import ToyAuction as ToyAuction
from tests.toy_auction.rules import ToyAuctionState as ToyAuctionState
from tests.toy_auction.words import ToyAuctionWords as ToyAuctionWords

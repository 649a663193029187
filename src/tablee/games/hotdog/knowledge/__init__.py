"""What a seat knows in Hot-Dog: everything except the bids of others that lie face down."""

from tablee.games.hotdog.knowledge.determinize import determinize as determinize
from tablee.games.hotdog.knowledge.view import HotDogView as HotDogView
from tablee.games.hotdog.knowledge.view import view as view

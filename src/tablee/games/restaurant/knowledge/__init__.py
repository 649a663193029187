"""What each seat knows, and which states it may therefore think possible.

A view (view.py) holds the history as its reader knows it (history.py). To draw a possible state (determinize.py) we go
through that history with all the deals that are possible so far (deals.py). Once the service has begun, its evidence
(evidence.py: the sums, the cards served, who passed) rules out some of them, each hand as soon as its last exchange is
past, and limits what the unknown menus can be (unknown_menus.py, likelihood.py). Then one deal is drawn, and with it
what was hidden: which card moved when, which take each unknown menu came from, and its kind (sampler.py).

The odds are those of the blind draws and of the shuffled cards. What others choose tells nothing by itself, only that
they could choose it. Where all menus held lie under a RES, the size of the pile tells how many its owner held; where
they are chosen, they count as drawn blind from those he held. Drawn like this, all that was hidden comes with its exact
odds, but for two things:

- If more than `likelihood.FEW` deals fit the evidence, one is drawn with each hand weighed as if it alone drew on the
  unseen menus; of `likelihood.LOOKS` drawn like this, one is then chosen by its true odds.
- If there are more than `sampler.WIDTH` deals at a time, `sampler.SAMPLE` of them are drawn, anew after every few
  draws, and twice as many if none of them fits. That takes long orders with many exchanges between others.

The tests measure how far off these two are.
"""

from tablee.games.restaurant.knowledge.determinize import determinize as determinize
from tablee.games.restaurant.knowledge.view import RestaurantView as RestaurantView
from tablee.games.restaurant.knowledge.view import all_hands as all_hands
from tablee.games.restaurant.knowledge.view import view as view

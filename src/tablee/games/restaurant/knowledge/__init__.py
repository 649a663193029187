"""What may lie behind all that a reader has seen of a match.

We go through the chronicle with all the worlds that are possible so far (worlds.py). Once the service has begun, what
it tells (the sums, the cards laid, who passed) thins them out, each hand as soon as the chronicle has done with it, and
says which menus the unnamed ones can be (naming.py, weighing.py). Then one course of things is drawn (courses.py):
which card moved when, which take each unnamed menu came from, and its name.

The odds are those of the blind draws and of the shuffled cards. What others choose tells nothing by itself, only that
they could choose it; which menus lie under a RES counts as drawn blind from those its owner held. Weighed like this,
courses are drawn with their exact odds, but for two things:

- If more than `weighing.FEW` worlds fit what the service told, one is drawn with each hand weighed as if it alone drew
  on the unseen menus; of `weighing.LOOKS` drawn like this, one is then chosen by its true odds.
- If there are more than `courses.WIDTH` worlds at a time, `courses.SAMPLE` of them are drawn, anew after every few
  courses, and twice as many if none of them fits. That takes long orders with many exchanges between others.

The tests measure how far off these two are.
"""

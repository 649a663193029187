"""Every word shown to people about Restaurant, and the lines they type."""

from tablee.games.restaurant.text.words import RestaurantWords as RestaurantWords

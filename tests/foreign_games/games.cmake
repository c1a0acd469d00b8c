crownd_game(breakthrough ROOT ${CMAKE_CURRENT_LIST_DIR})
crownd_game(giveaway USES english ROOT ${CMAKE_CURRENT_LIST_DIR})

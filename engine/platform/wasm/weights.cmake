# Weights outside the program, loaded when their game is chosen, to keep the page small.

# Files up to this size in bytes are embedded.
set(crownd_small_weights 262144)
# Embedded bytes of larger files: the header, which the program checks at start.
set(crownd_weights_head 64)

# crownd_leave_room(FILE SYMBOL): sets the variables of embed.S.in, and lists the file if it is not completely embedded.
macro(crownd_leave_room name symbol)
  file(SIZE ${engine}/${name} bytes)
  if(bytes GREATER crownd_small_weights)
    set(first ${crownd_weights_head})
    get_filename_component(folder ${name} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    get_filename_component(base ${name} NAME)
    set_property(GLOBAL APPEND_STRING PROPERTY crownd_room_declarations "extern \"C\" std::uint8_t ${symbol}[], ${symbol}_end[]$<SEMICOLON>\n")
    set_property(GLOBAL APPEND_STRING PROPERTY crownd_room_entries "      AbsentWeights{\"${folder}\", \"${base}\", {${symbol}, ${symbol}_end}},\n")
  else()
    set(first ${bytes})
  endif()
  math(EXPR rest "${bytes} - ${first}")
endmacro()

# crownd_absent_weights(TARGET): adds this list to the target.
function(crownd_absent_weights target)
  get_property(declarations GLOBAL PROPERTY crownd_room_declarations)
  string(REPLACE "$<SEMICOLON>" ";" declarations "${declarations}")
  get_property(entries GLOBAL PROPERTY crownd_room_entries)
  configure_file(${engine}/platform/wasm/weights.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/absent_weights.cpp @ONLY)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/absent_weights.cpp)
endfunction()

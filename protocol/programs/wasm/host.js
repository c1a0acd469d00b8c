// The imports of the module (main.cpp), implemented by Module.host, which the page provides:
//   send(line) close() log(text)   the session's output
//   receive()                      the next line as bytes; null: none yet; 'end': the end of input
//   wait(milliseconds)             see main.cpp; a promise if the module is suspended
//   fetch(path)                    the bytes of a file, or null
'use strict';

mergeInto(LibraryManager.library, {
  $crowndText: function(at, bytes) {
    return new TextDecoder().decode(HEAPU8.slice(at, at + bytes));
  },

  crownd_host_send__deps: ['$crowndText'],
  crownd_host_send: function(line, bytes) {
    Module['host'].send(crowndText(line, bytes));
  },
  crownd_host_close: function() {
    Module['host'].close();
  },
  crownd_host_log__deps: ['$crowndText'],
  crownd_host_log: function(text, bytes) {
    Module['host'].log(crowndText(text, bytes));
  },

  crownd_host_receive: function(buffer, room) {
    var line = Module['host'].receive();
    if (line === null) return -1;
    if (line === 'end') return -2;
    HEAPU8.set(line.subarray(0, room), buffer);
    return line.length;
  },

  crownd_host_wait: function(milliseconds) {
    return Module['host'].wait(milliseconds);
  },

  crownd_host_fetch__deps: ['$crowndText'],
  crownd_host_fetch: function(path, bytes) {
    Module['fetched'] = Module['host'].fetch(crowndText(path, bytes));
    return Module['fetched'] === null ? -1 : Module['fetched'].length;
  },
  crownd_host_take: function(to) {
    HEAPU8.set(Module['fetched'], to);
    Module['fetched'] = null;
  },
});

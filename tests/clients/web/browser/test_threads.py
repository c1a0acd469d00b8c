"""Helper threads of the page's engine in isolated pages. Requires the engine of scripts/package page; `scripts/test web test_threads` runs
only these."""

import unittest

from case import PageTest
from firefox import FirefoxPage
from relay import ENGINE
from site_case import SiteTest
from test_real_engine import REMEMBER_WORKERS, exists

# Locks held by running threads.
HELPERS = "return navigator.locks.query().then(({ held }) => held.map(({ name }) => name).filter((name) => name.startsWith('crownd helper ')))"
KEPT = """
    const lists = (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url.split('/').pop()));
    return (await Promise.all(lists)).flat().filter((name) => name.startsWith('crownd')).sort();
    """
# Changes of helper threads: end on a message, or throw when a search starts.
CAN_BE_ENDED = "new BroadcastChannel('end').onmessage = () => self.close();\n"
BREAKS = """
    const act = self.onmessage;
    self.onmessage = (event) => {
      if (event.data.cmd === 'run') throw new Error('broken on purpose');
      act(event);
    };
    """
# A new session with one helper thread.
SESSION = """
    const worker = new Worker('engine/worker.js', { type: 'module' });
    let hear = () => {};
    worker.onmessage = ({ data }) => hear(data);
    const say = (...lines) => lines.forEach((line) => worker.postMessage({ line }));
    const until = (what) => new Promise((done, failed) => (hear = (data) => {
      if (data.failed) failed(new Error(data.failed));
      if (what(data)) done();
    }));
    const word = (wanted) => until(({ line }) => line?.split(' ')[0] === wanted);
    worker.postMessage({ start: { memory: 64, workers: 1 } });
    say('position english startpos');
    """
# The nodes of searches with one, one and two threads; then `stop` and `quit`. A short search may end before the second thread gets a core.
CONVERSE = f"""
    return (async () => {{
      {SESSION}
      const nodes = async (threads) => {{
        let count = 0;
        say(`setoption name Threads value ${{threads}}`, 'ucinewgame', 'go depth 16');
        await until(({{ line }}) => {{
          count = Number(/ nodes (\\d+)/.exec(line)?.[1] ?? count);
          return line?.startsWith('bestmove');
        }});
        return count;
      }};
      const counts = [await nodes(1), await nodes(1), await nodes(2)];
      for (let left = 100; left && counts[2] === counts[0]; left -= 1) counts[2] = await nodes(2);
      say('go infinite');
      await word('info');
      say('stop');
      await word('bestmove');
      say('go infinite');
      await word('info');
      say('quit');
      await until(({{ closed }}) => closed);
      worker.terminate();
      return counts;
    }})();
    """
# Sets Threads during a search.
ASK_LATE = f"""
    return (async () => {{
      {SESSION}
      say('go infinite');
      await word('info');
      say('setoption name Threads value 2', 'stop');
      await word('bestmove');
      say('go movetime 100');
      await word('bestmove');
      worker.terminate();
      return true;
    }})();
    """
WITH_THREADS = ["crownd-threads.js", "crownd-threads.wasm", "crownd-threads.worker.js"]


class Searching(unittest.TestCase):
    def two_search(self, page):
        first, again, together = page.script(CONVERSE)
        self.assertEqual(first, again, "one thread always searches the same nodes")
        self.assertNotEqual(first, together, "the second thread does nothing")


class Threads(SiteTest, Searching):
    def second_visit(self, page, cores=2):
        """Opens the page isolated and allows these cores."""
        page.open()
        self.kept(page)
        page.setting("cores", cores)
        self.assertTrue(page.script("return crossOriginIsolated"))


class Keeping(Threads):
    """Cached code, with a fake engine."""

    def setUp(self):
        super().setUp()
        for name in ["crownd.js", "crownd.wasm", *WITH_THREADS]:
            (self.site.page / "engine" / name).write_text(name, encoding="utf-8")
        self.site.publish()

    def test_only_the_used_code_is_cached_until_more_cores_are_allowed(self, page):
        self.kept(page)
        self.assertEqual(page.script(KEPT), ["crownd.js", "crownd.wasm"])
        self.assertNotIn("/some/path/engine/crownd-threads.wasm", self.site.asked)
        page.press("#menu .icon-only")
        page.choose("#engine-cores", "2")
        page.wait(lambda: set(WITH_THREADS) < set(page.script(KEPT)), "the code with threads")

    def test_with_more_cores_the_threaded_code_is_cached(self):
        page = self.page()
        page.driver.get(self.url + "files.json")
        page.script("localStorage.setItem('crown.settings', JSON.stringify({ cores: 2 }))")
        page.open()
        self.kept(page)
        self.assertEqual(page.script(KEPT), WITH_THREADS)

    def test_after_the_loss_of_a_thread_one_core_is_used(self):
        page = self.page()
        self.second_visit(page)
        page.script("window.started = []; new BroadcastChannel('started').onmessage = ({ data }) => started.push(data.workers)")
        self.relay.faults(losesAt="go movetime 500")
        page.play_engine(("movetime", 500))
        self.assertIn("One core is used", page.notes())
        self.assertFalse(page.all(".engine-failure") and page.one(".engine-failure").is_displayed())
        self.assertEqual(page.script("return started")[-2:], [1, 0], "before them the referee's, where that began late")
        self.assertEqual([each for each in self.relay.lines if "name Threads" in each], ["setoption name Threads value 2", "setoption name Threads value 1"])
        page.press("#menu .icon-only")
        self.assertIn("One core is used", page.wait(lambda: page.all("dialog"), "the settings")[0].text)
        self.check_accessibility(page)


@exists
class Helping(Threads):
    real = True

    def helpers(self, page):
        return page.script(HELPERS)

    def helper(self, *changes):
        """Appends code to the helper threads."""
        path = self.site.page / "engine/helper_thread.js"
        path.write_text(path.read_text(encoding="utf-8") + "".join(changes), encoding="utf-8")
        self.site.publish()

    def think(self, page):
        page.let_think()

    def test_a_game_and_analysis_with_two_threads_without_a_network(self):
        page = self.page()
        self.second_visit(page)
        self.kept(page)
        self.assertEqual(self.helpers(page), [], "nobody has searched yet")
        self.site.end()
        page.reload()
        page.new_game("spanish", ("human", "engine 0"), limit=("movetime", 300))
        moves = page.play("10", "14", moves=2)
        self.assertTrue(self.engine.status("spanish", "startpos", moves).startswith("status ongoing"), moves)
        self.assertEqual(len(self.helpers(page)), 1)
        page.resign()
        page.press("#analyse")
        for _ in range(3):
            page.start_analysis()
            page.stop_analysis()

    def test_one_core_means_no_helper_threads(self):
        page = self.page()
        self.second_visit(page, cores=1)
        page.play_engine(("movetime", 100))
        self.assertEqual(self.helpers(page), [])
        self.assertNotIn("/some/path/engine/crownd-threads.wasm", self.site.asked)

    def test_cores_allowed_later_are_used_at_once(self):
        page = self.page()
        self.second_visit(page, cores=1)
        page.press("#menu .icon-only")
        page.choose("#engine-cores", "2")
        page.close_dialog()
        self.think(page)
        self.assertEqual(len(self.helpers(page)), 1)
        page.move_now()
        page.wait_moves(2)

    def test_two_threads_search_and_stop(self):
        page = self.page()
        self.second_visit(page)
        self.two_search(page)
        page.wait(lambda: not self.helpers(page), "the end of the threads")

    def test_a_search_continues_while_threads_start(self):
        page = self.page()
        self.second_visit(page)
        self.assertTrue(page.script(ASK_LATE))

    def test_threads_end_with_their_engine(self):
        page = self.page()
        self.second_visit(page)
        page.script(REMEMBER_WORKERS)
        self.think(page)
        (before,) = self.helpers(page)
        page.script("for (const each of workers) each.postMessage({ line: 5 })")
        page.wait(lambda: (found := self.helpers(page)) and before not in found, "another thread")
        page.move_now()
        page.wait_moves(2)

    def test_a_thread_ended_by_the_browser_is_survived(self):
        self.helper(CAN_BE_ENDED)
        page = self.page()
        self.second_visit(page)
        page.play_engine(("movetime", 300))
        self.assertEqual(len(self.helpers(page)), 1)
        page.script("new BroadcastChannel('end').postMessage('')")
        self.continues_alone(page)

    def test_a_thread_broken_in_mid_search_is_survived(self):
        self.helper(BREAKS)
        page = self.page()
        self.second_visit(page)
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 300))
        page.click("11", "15")
        self.continues_alone(page)

    def test_threads_that_cannot_start_are_survived(self):
        (self.site.page / "engine/helper_thread.js").write_text("throw new Error('broken on purpose');", encoding="utf-8")
        self.site.publish()
        page = self.page()
        self.second_visit(page)
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 300))
        page.click("11", "15")
        self.continues_alone(page)

    def test_threaded_code_that_cannot_start_is_survived(self):
        (self.site.page / "engine/crownd-threads.js").write_text("throw new Error('broken on purpose');", encoding="utf-8")
        self.site.publish()
        page = self.page()
        self.second_visit(page)
        self.reports_one_core(page)
        self.returns(page)
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 300))
        page.click("11", "15")
        self.plays_without_threads(page)

    def reports_one_core(self, page):
        page.wait(lambda: "One core is used" in page.notes(), "the words")

    def continues_alone(self, page):
        self.reports_one_core(page)
        self.plays_without_threads(page)

    def plays_without_threads(self, page):
        self.assertEqual(self.helpers(page), [])
        move, _ = self.engine.routes("english", "startpos", page.wait_moves(2))[0]
        page.type_move(move)
        page.wait_moves(4)


class HelpingFirefox(Helping):
    kind = FirefoxPage


@exists
class FromCrownWeb(PageTest, Searching):
    """crown-web's headers are stricter than those of other hosts."""

    flags = ("--page-engine", str(ENGINE))

    def test_two_threads_search_on_the_first_visit(self, page):
        self.assertTrue(page.script("return crossOriginIsolated"))
        self.two_search(page)

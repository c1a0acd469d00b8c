"""Helper threads of the page's engine in isolated pages. Requires the engine of scripts/build wasm; `scripts/test web test_threads` runs
only these."""

from case import PageTest
from firefox import FirefoxPage
from relay import ENGINE
from site_case import SiteTest

# Locks held by running threads.
HELPERS = "return navigator.locks.query().then(({ held }) => held.map(({ name }) => name).filter((name) => name.startsWith('crownd helper ')))"
# Makes later workers accessible to tests.
REMEMBER_WORKERS = """
    window.workers = [];
    window.Worker = class extends Worker {
      constructor(...how) {
        super(...how);
        window.workers.push(this);
      }
    };
    """
# Makes helper threads throw when a search starts.
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


class Helping(SiteTest):
    """On a host that isolates the page, without a service worker."""

    real = True

    def setUp(self):
        super().setUp()
        self.site.isolate()
        self.site.omit_service_worker()

    def isolated(self, cores=2):
        """The opened page, which may use these cores."""
        page = self.page()
        page.driver.get(self.url + "engine/notices.txt")
        page.script("localStorage.setItem('crown.settings', JSON.stringify({ cores: arguments[0] }))", cores)
        page.open()
        self.assertTrue(page.script("return crossOriginIsolated"))
        return page

    def helpers(self, page):
        return page.script(HELPERS)

    def test_one_core_means_no_helper_threads_until_more_are_allowed(self):
        page = self.isolated(cores=1)
        self.analyse_twice(page)
        self.assertEqual(self.helpers(page), [])
        self.assertNotIn("/some/path/engine/crownd-threads.wasm", self.site.asked)
        page.press("#menu .icon-only")
        page.choose("#engine-cores", "2")
        page.close_dialog()
        page.let_think()
        self.assertEqual(len(self.helpers(page)), 1)
        page.move_now()
        page.wait_moves(2)

    def test_a_search_continues_while_threads_start(self):
        page = self.isolated()
        self.assertTrue(page.script(ASK_LATE))

    def test_threads_end_with_their_engine(self):
        page = self.isolated()
        page.script(REMEMBER_WORKERS)
        page.let_think()
        (before,) = self.helpers(page)
        page.script("for (const each of workers) each.postMessage({ line: 5 })")
        page.wait(lambda: "does not run" in page.texts(".engine-failure")[0], "the failure")
        page.wait(lambda: (found := self.helpers(page)) and before not in found, "another thread")
        self.assertFalse(page.one(".engine-failure").is_displayed())
        page.move_now()
        page.wait_moves(2)

    def test_a_thread_broken_in_mid_search_is_survived(self):
        path = self.site.page / "engine/helper_thread.js"
        path.write_text(path.read_text(encoding="utf-8") + BREAKS, encoding="utf-8")
        page = self.isolated()
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 300))
        page.click("11", "15")
        self.continues_alone(page)

    def test_threads_that_cannot_start_are_survived(self):
        (self.site.page / "engine/helper_thread.js").write_text("throw new Error('broken on purpose');", encoding="utf-8")
        page = self.isolated()
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 300))
        page.click("11", "15")
        self.continues_alone(page)

    def test_threaded_code_that_cannot_start_is_survived(self):
        (self.site.page / "engine/crownd-threads.js").write_text("throw new Error('broken on purpose');", encoding="utf-8")
        page = self.isolated()
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

    test_one_core_means_no_helper_threads_until_more_are_allowed = None
    test_threads_end_with_their_engine = None
    test_threads_that_cannot_start_are_survived = None
    test_a_search_continues_while_threads_start = None


class FromCrownWeb(PageTest):
    """crown-web's headers are stricter than those of other hosts."""

    real = True
    flags = ("--page-engine", str(ENGINE))

    def test_two_threads_search_stop_and_end(self, page):
        self.assertTrue(page.script("return crossOriginIsolated"))
        first, again, together = page.script(CONVERSE)
        self.assertEqual(first, again, "one thread always searches the same nodes")
        self.assertNotEqual(first, together, "the second thread does nothing")
        page.wait(lambda: not page.script(HELPERS), "the end of the threads")


class FromCrownWebFirefox(FromCrownWeb):
    kind = FirefoxPage

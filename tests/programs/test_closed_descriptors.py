"""Each program ends with a documented exit code if descriptors 0 to 2 are closed, in any combination."""

import cases
from programs import match, program


class ClosedDescriptors(cases.ClosedDescriptors):
    def test_crownd(self):
        self.ends([program("crownd")], (0,))
        self.ends([program("crownd"), "--nonsense"], (2,))

    def test_crownd_that_listens(self):
        self.ends_by_signal([program("crownd"), "--listen", "127.0.0.1:0"], 0)

    def test_crownd_engine(self):
        self.ends([program("crownd-engine")], (0,))

    def test_crown(self):
        self.ends([program("crown"), "english"], (0,))

    def test_crown_match(self):
        self.ends(match(), (0,))

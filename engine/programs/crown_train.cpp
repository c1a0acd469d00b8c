#include "core/random.hpp"
#include "games/all_rules.hpp"
#include "games/catalogue.hpp"
#include "network/network.hpp"
#include "training/data_folder.hpp"
#include "training/factors.hpp"
#include "training/fit.hpp"
#include "training/flags.hpp"
#include "training/samples.hpp"
#include "training/self_play.hpp"

#include <charconv>
#include <cmath>
#include <exception>
#include <iostream>
#include <limits>

// crown-train play|fit|loss|blank GAME: makes training data by self-play, fits the weights of an evaluation to it, and
// measures how well it does. See README.md.

namespace {

using namespace crownd;
using namespace crownd::training;
namespace fs = std::filesystem;

const std::string usage =
    "usage: crown-train play GAME --out DIR [--positions N] [--nodes N] [--ending-effort N] [--games N]\n"
    "                   [--seed S] [--threads T] [--shard I/N] [--tables DIR]\n"
    "       crown-train fit GAME --data DIR [--data DIR...] --weights FILE [--checkpoint FILE] [--positions N]\n"
    "                   [--share S] [--ending-share S] [--scale CP] [--rate R] [--decay D] [--penalty P]\n"
    "                   [--rarity R] [--batch N] [--epochs N] [--seed S] [--threads T]\n"
    "                   [--from nothing|learned]\n"
    "       crown-train loss GAME --data DIR [--data DIR...] [--positions N] [--share S] [--ending-share S] [--scale "
    "CP]\n"
    "       crown-train blank GAME --weights FILE\n"
    "       GAME is ";

const std::string known_flags[] = {"out",        "positions", "nodes",   "ending-effort", "games",        "seed",
                                   "threads",    "data",      "weights", "share",         "ending-share", "scale",
                                   "rate",       "rarity",    "decay",   "penalty",       "batch",        "epochs",
                                   "checkpoint", "shard",     "tables",  "from"};

double seconds_since(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

/// The part of --shard I/N, I from 1 to N: every Nth chunk.
Part read_part(const Flags& flags) {
  const std::string text = flags.text("shard", "1/1");
  const auto slash = text.find('/');
  Part part;
  const auto number = [&](std::string_view digits, std::uint64_t& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size() && value > 0;
  };
  const std::string_view view = text;
  if (slash == std::string::npos || !number(view.substr(0, slash), part.first) ||
      !number(view.substr(slash + 1), part.step) || part.first > part.step)
    throw std::invalid_argument("--shard needs I/N with I from 1 to N, such as 2/8, not " + text);
  --part.first;
  return part;
}

template <Rules R>
void play(const Flags& flags) {
  PlaySettings settings;
  settings.seed = flags.count<std::uint64_t>("seed", settings.seed, 0);
  settings.nodes = flags.count<std::uint64_t>("nodes", settings.nodes);
  settings.ending_effort = flags.count<std::uint64_t>("ending-effort", training_games_of<R>().ending_effort);
  settings.games = flags.count<int>("games", settings.games);
  if (const std::string folder = flags.text("tables", ""); !folder.empty())
    settings.tables =
        std::make_shared<const TableSet>(fs::path(folder) / R::name, std::string(R::name), tables::plies_added<R>);
  const Part part = read_part(flags);
  const auto wanted = (flags.count<std::size_t>("positions", 1'000'000) + part.step - 1) / part.step;
  const auto threads = flags.threads(1);

  const auto begun = std::chrono::steady_clock::now();
  const auto make = [&]() -> DataFolder::MakeChunk {
    const std::shared_ptr<play::AnyGame> engine = games::find(R::name)->make();
    return [engine, settings](std::uint64_t number) { return SelfPlay<R>(*engine, settings).play_chunk(number); };
  };
  DataFolder(flags.text("out", ""))
      .fill(
          part, wanted, threads, make, [&](std::uint64_t number) { return made_by(R::name, settings, number); },
          [&](std::uint64_t chunks, std::size_t samples) {
            std::cout << R::name << ": " << chunks << " chunks, " << samples << " of " << wanted << " positions, "
                      << std::lround(seconds_since(begun)) << " s" << std::endl;
          });
}

/// Trains for `max_epochs`, or until the loss on the held-out data has not improved for some epochs; returns
/// weights_of(fit) of the best epoch, which has its own checkpoint, so a resumed fit gives the same result. `sample_of`
/// gives a fit access to the samples.
template <class AnyFit, Rules R, class SampleOfSamples, class WeightsOf>
auto best_weights(AnyFit& fit, const Samples<R>& learned, const Samples<R>& held_out, SampleOfSamples sample_of,
                  int max_epochs, const fs::path& state, const std::string& name, WeightsOf weights_of) {
  constexpr int epochs_without_improvement = 3;
  const auto held_out_loss = [&] { return fit.loss(held_out.positions.size(), sample_of(held_out)); };
  const fs::path best_state = state.string() + ".best";
  load_checkpoint(best_state, name, fit.state());
  auto best = weights_of(fit);
  int best_epoch = fit.epochs();
  double best_loss = held_out_loss();
  std::cout << "held-out loss before: " << best_loss << std::endl;
  if (load_checkpoint(state, name, fit.state())) std::cout << "resumed after epoch " << fit.epochs() << std::endl;
  while (fit.epochs() - best_epoch < epochs_without_improvement && fit.epochs() < max_epochs) {
    const auto begun = std::chrono::steady_clock::now();
    fit.epoch(learned.positions.size(), sample_of(learned));
    const double loss = held_out_loss();
    std::cout << "epoch " << fit.epochs() << ": held-out loss " << loss << ", " << seconds_since(begun) << " s"
              << std::endl;
    if (loss < best_loss) {
      best_loss = loss;
      best = weights_of(fit);
      best_epoch = fit.epochs();
      save_checkpoint(best_state, name, fit.state());
    }
    save_checkpoint(state, name, fit.state());
  }
  std::cout << "least held-out loss " << best_loss << std::endl;
  return best;
}

/// All data of the --data folders; `sources` says how each was made.
std::vector<Chunk> read_data(const Flags& flags, std::string& sources) {
  const auto wanted = flags.count<std::size_t>("positions", std::numeric_limits<std::uint32_t>::max());
  std::vector<Chunk> chunks;
  for (const std::string& folder : flags.all("data")) {
    auto part = DataFolder(folder).read(wanted);
    if (part.empty()) throw std::invalid_argument(folder + " has no training data");
    sources += ", " + part.back().made_by;
    std::move(part.begin(), part.end(), std::back_inserter(chunks));
  }
  if (chunks.size() < 2) throw std::invalid_argument("a fit needs at least two chunks of data");
  return chunks;
}

ResultShare read_share(const Flags& flags) {
  ResultShare share;
  share.usual = flags.number("share", share.usual);
  share.ending = flags.number("ending-share", share.ending);
  return share;
}

/// Whether a fit starts from the built-in weights.
bool starts_from_learned(const Flags& flags) { return flags.choice("from", {"nothing", "learned"}) == "learned"; }

/// The start weights, for the name of a fit.
std::string start_name(std::span<const std::uint8_t> file) {
  return ", from weights with checksum " + std::to_string(network::checksum(file));
}

/// Writes the file, and beside it a text file that says how it was made.
template <Rules R>
void write_learned(const std::string& path, const std::vector<std::uint8_t>& file, const std::string& name,
                   const std::string& sources) {
  write_file(path, {file.begin(), file.end()});
  write_file(path + ".txt",
             "Made by scripts/train " + std::string(R::name) + ": " + name + "\nfrom" + sources.substr(1) + '\n');
  std::cout << path << " written" << std::endl;
}

/// The samples of a fit.
template <Rules R>
struct SplitSamples {
  Samples<R> learned, held_out;
  std::size_t left_out = 0;

  [[nodiscard]] std::string counts() const {
    return std::to_string(learned.positions.size()) + " positions, " + std::to_string(held_out.positions.size()) +
           " held out";
  }
  /// The first part of the name of the fit.
  [[nodiscard]] std::string name(const ResultShare& share, double scale) const {
    return std::to_string(learned.positions.size()) + " positions, result share " + std::to_string(share.usual) +
           ", in endings " + std::to_string(share.ending) + ", scale " + std::to_string(scale);
  }
};

/// Leaves out positions that `is_used` rejects.
template <Rules R, class IsUsed>
SplitSamples<R> split_samples(const std::vector<Chunk>& chunks, const ResultShare& share, double scale,
                              IsUsed is_used) {
  SplitSamples<R> split;
  for (std::size_t i = 0; i < chunks.size(); ++i)
    for (const Sample& sample : chunks[i].samples) {
      const auto position = decode<R>(sample.position);
      if (is_used(position))
        (is_held_out(i, chunks.size()) ? split.held_out : split.learned).add(sample, position, share, scale);
      else
        ++split.left_out;
    }
  return split;
}

template <Rules R>
void fit_features(const Flags& flags) {
  std::string sources;
  const auto chunks = read_data(flags, sources);
  FitSettings settings;
  settings.feature_count = R::feature_count;
  settings.feature_unit = R::feature_unit;
  settings.scale = flags.number("scale", 0);
  std::vector<Feature> features;
  const auto has_features = [&](const typename R::Position& position) {
    features.clear();
    return R::features(position, features).has_value();
  };
  if (settings.scale <= 0)
    settings.scale =
        scale_of<R>(chunks, [&](const Sample& sample) { return has_features(decode<R>(sample.position)); });
  settings.rate = flags.number("rate", settings.rate);
  settings.decay = flags.number("decay", settings.decay);
  settings.penalty = flags.number("penalty", settings.penalty);
  settings.batch = flags.count<std::size_t>("batch", settings.batch);
  settings.threads = flags.threads(settings.threads);
  settings.seed = flags.count<std::uint64_t>("seed", settings.seed, 0);
  if (starts_from_learned(flags)) settings.start = in_men(R::weights(), R::weights_per_centipawn);
  const ResultShare share = read_share(flags);

  const auto split = split_samples<R>(chunks, share, settings.scale, has_features);
  std::cout << split.counts() << ", " << split.left_out << " that do not use the weights; scale " << settings.scale
            << " centipawns" << std::endl;
  const std::string name = split.name(share, settings.scale) + ", penalty " + std::to_string(settings.penalty * 1e6) +
                           "e-6, rate " + std::to_string(settings.rate) + ", decay " + std::to_string(settings.decay) +
                           ", batch " + std::to_string(settings.batch) + ", threads " +
                           std::to_string(settings.threads) + ", seed " + std::to_string(settings.seed) +
                           (settings.start.empty() ? "" : start_name(network::linear_file(R::weights())));
  const std::string weights_path = flags.text("weights", "");
  Fit fit(settings);
  const auto weights = best_weights(fit, split.learned, split.held_out, features_in<R>, flags.count<int>("epochs", 40),
                                    flags.text("checkpoint", weights_path + ".checkpoint"), name + sources,
                                    [](const Fit& now) { return now.weights(); });
  write_learned<R>(weights_path, network::linear_file(rounded(weights, R::weights_per_centipawn)), name, sources);
}

template <HasNetwork R>
void fit_network(const Flags& flags) {
  std::string sources;
  const auto chunks = read_data(flags, sources);
  NetworkFitSettings settings;
  settings.shape = R::network_shape;
  settings.factor_count = factors_of<R>().count;
  settings.factors = factors_of<R>().add;
  settings.scale = flags.number("scale", 0);
  if (settings.scale <= 0) settings.scale = scale_of<R>(chunks, [](const Sample&) { return true; });
  settings.rate = flags.number("rate", settings.rate);
  settings.epsilon_of_rows = flags.number("rarity", settings.epsilon_of_rows);
  settings.batch = flags.count<std::size_t>("batch", settings.batch);
  settings.epochs = flags.count<int>("epochs", settings.epochs);
  settings.threads = flags.threads(2);
  settings.seed = flags.count<std::uint64_t>("seed", settings.seed, 0);
  if (starts_from_learned(flags)) settings.start = network::weights_of(R::network_file());
  const ResultShare share = read_share(flags);

  const auto split = split_samples<R>(chunks, share, settings.scale, [](const typename R::Position& position) {
    return R::network_inputs(position).has_value();
  });
  std::cout << split.counts() << "; scale " << settings.scale << " centipawns" << std::endl;
  const std::string name = split.name(share, settings.scale) + ", rate " + std::to_string(settings.rate) + ", rarity " +
                           std::to_string(settings.epsilon_of_rows * 1e3) + "e-3, batch " +
                           std::to_string(settings.batch) + ", epochs " + std::to_string(settings.epochs) +
                           ", threads " + std::to_string(settings.threads) + ", seed " + std::to_string(settings.seed) +
                           (settings.start ? start_name(R::network_file()) : "");
  const std::string weights_path = flags.text("weights", "");
  const fs::path state = flags.text("checkpoint", weights_path + ".checkpoint");
  NetworkFit fit(settings);
  const auto best = best_weights(fit, split.learned, split.held_out, inputs_in<R>, settings.epochs, state,
                                 name + sources, [](const NetworkFit& now) { return now.quantised(); });
  write_learned<R>(weights_path, network::file_of(best), name, sources);
}

/// The extension of --weights selects the kind: NAME.net is a network, anything else the weights of features.
template <Rules R>
bool wants_network(const Flags& flags) {
  const bool network = fs::path(flags.text("weights", "")).extension() == ".net";
  if (network && !HasNetwork<R>)
    throw std::invalid_argument(std::string(R::name) + " has no network; use --weights NAME.bin");
  if (!network && !HasFeatures<R>)
    throw std::invalid_argument(std::string(R::name) + " has only a network; use --weights NAME.net");
  return network;
}

template <Rules R>
void fit(const Flags& flags) {
  const bool network = wants_network<R>(flags);
  if constexpr (HasNetwork<R>)
    if (network) return fit_network<R>(flags);
  if constexpr (HasFeatures<R>) fit_features<R>(flags);
}

/// Measures the built-in evaluation on the held-out data of a fit.
template <Rules R>
void loss(const Flags& flags) {
  std::string sources;
  const auto chunks = read_data(flags, sources);
  const double given = flags.number("scale", 0);
  const double scale = given > 0 ? given : scale_of<R>(chunks, [](const Sample&) { return true; });
  const ResultShare share = read_share(flags);
  MeasuredLoss<R> measured;
  for (std::size_t i = 0; i < chunks.size(); ++i)
    if (is_held_out(i, chunks.size()))
      for (const Sample& sample : chunks[i].samples) measured.add(sample, share, scale);
  std::cout << "scale " << scale << " centipawns" << std::endl;
  measured.print(scale, std::cout);
}

/// Untrained weights, to start from scratch.
template <Rules R>
void blank(const Flags& flags) {
  const bool network = wants_network<R>(flags);
  std::vector<std::uint8_t> file;
  if constexpr (HasNetwork<R>)
    if (network) file = network::file_of(network::blank(R::network_shape));
  if constexpr (HasFeatures<R>)
    if (!network) file = network::linear_file(std::vector<std::int16_t>(R::feature_count));
  write_file(flags.text("weights", ""), {file.begin(), file.end()});
}

/// Calls visit.operator()<R>() for each game with a learned evaluation.
template <class Visit>
void for_each_game(Visit visit) {
  games::AllRules::for_each([&]<Rules Base>() {
    using R = typename RulesToTrain<Base>::Type;
    if constexpr (HasFeatures<R> || HasNetwork<R>) visit.template operator()<R>();
  });
}

template <Rules R>
void run_verb(const std::string& word, const Flags& flags) {
  struct Verb {
    std::string_view name;
    std::vector<std::string> needed;
    void (*run)(const Flags& flags);
  };
  const Verb verbs[] = {{"play", {"out"}, play<R>},
                        {"fit", {"data", "weights"}, fit<R>},
                        {"loss", {"data"}, loss<R>},
                        {"blank", {"weights"}, blank<R>}};
  const auto verb = std::find_if(std::begin(verbs), std::end(verbs), [&](const Verb& v) { return v.name == word; });
  if (verb == std::end(verbs)) throw std::invalid_argument("play, fit, loss or blank is needed, not " + word);
  for (const std::string& needed : verb->needed)
    if (flags.all(needed).empty()) throw std::invalid_argument("--" + needed + " is needed");
  verb->run(flags);
}

int run(const Flags& flags) {
  const auto& words = flags.words();
  if (words.size() != 2) return bad_command_line;
  bool found = false;
  for_each_game([&]<Rules R>() {
    if (R::name != words[1]) return;
    found = true;
    run_verb<R>(words[0], flags);
  });
  if (!found) throw std::invalid_argument("there is nothing to train in " + words[1]);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string names;
  for_each_game([&]<Rules R>() { names += (names.empty() ? "" : ", ") + std::string(R::name); });
  return run_program("crown-train", argc, argv, known_flags, usage + names + '\n', run);
}

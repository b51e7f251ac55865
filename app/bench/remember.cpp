// Stores all races of a command in one change of the file.
#include "app/bench/remember.h"

#include <algorithm>

#include "core/base/text.h"

namespace lightbench {

static std::string gainText(double gain) {
    if (gain <= 0) return "the built-in choice was not timed";
    if (gain == 1) return "the built-in choice";
    return threeDigits(gain) + " times as fast as the built-in choice";
}

std::string choiceText(const TunedChoice& choice) {
    std::string text = "variant=" + choice.variant + " workgroup=" + choice.workgroup + ", " + gainText(choice.gain);
    if (choice.ties == 0) return text;
    return text + ", the simplest of " + std::to_string(choice.ties + 1) + " that tie";
}

std::vector<std::string> rememberRaces(const std::vector<TunedRace>& races, const TuningFile& file,
                                       const CommandContext& context) {
    std::vector<std::string> lines;
    if (std::ranges::none_of(races, [](const TunedRace& race) { return race.refusal.empty(); })) return lines;
    context.writing([&] {
        file.change([&](TuningDatabase& database) {
            for (const TunedRace& race : races)
                if (remember(database, race)) lines.push_back(race.name + ": " + choiceText(race.winner));
        });
    });
    return lines;
}

} // namespace lightbench

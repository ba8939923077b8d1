#pragma once

#include "apps/grove/session.h"
#include "engine/engine.h"

namespace grove::cli {

/// Whether a person has said beforehand that vectors may be paid for.
enum class Consent { kAsk, kGiven };

/// "12 files, 340 units, about 56,000 tokens for voyage-code-3 of voyage: about $0.01 (list price of 2026-04)".
std::string cost_text(const ingest::EmbeddingEstimate& estimate);

/// Says on stderr what vectors will take and cost. On a terminal it then asks, where that is a cent or more or isn't known and no consent
/// was given; kCancelled where the answer isn't yes. Elsewhere nobody can answer, and nothing is asked: GROVE_EMBEDDING_MAX_COST is the
/// limit there.
Status ask_for_consent(const std::string& repository, const ingest::EmbeddingEstimate& estimate, Session& session, Consent consent);

}  // namespace grove::cli

import type { Projection } from '../projection.js';
import { FactRows } from './fact-rows.js';
import type { FactSources } from './fact-sources.js';

/**
 * What every analytics projection counts from: rulings, penalties, corrections, appeals and questions as they stand now, each with its level, its
 * day and the pseudonyms of whom it concerns. Corrections move the rows; a name, an external id or a text is in none of them.
 *
 * `person` is the same in two tournaments for the same external id, and says nothing beyond one tournament for a player without one, or for one
 * who was erased. `day` is the UTC day of the ruling.
 */
export function facts(sources: FactSources): Projection {
  return {
    name: 'analytics',
    version: 1,
    types: [
      'TournamentOpened',
      'PlayersEnrolled',
      'InfractionNoted',
      'WarningIssued',
      'GameLossApplied',
      'MatchLossApplied',
      'PlayerDisqualified',
      'RulingReferred',
      'TimeExtensionGranted',
      'RulingVoided',
      'RulingReassigned',
      'RulingRecategorised',
      'PenaltyReplaced',
      'AppealFiled',
      'AppealDecided',
      'GameLossRescinded',
      'PenaltyAnnulled',
      'ReviewOpened',
      'ReviewAnswered',
      'ReviewWithdrawn',
      'PersonErased',
    ],
    tables: TABLES,
    rowsIn: (db, nameOf) => new FactRows(db, nameOf, sources),
  };
}

const TABLES = {
  facts_tournaments: `(
    tournament TEXT PRIMARY KEY,
    level TEXT NOT NULL,
    edition TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  facts_categories: `(
    edition TEXT NOT NULL,
    category TEXT NOT NULL,
    family TEXT NOT NULL,
    PRIMARY KEY (edition, category)
  ) STRICT, WITHOUT ROWID`,
  // From how many Warnings of a category or a family on a ladder rule gives a Game Loss.
  facts_scopes: `(
    edition TEXT NOT NULL,
    level TEXT NOT NULL,
    scope TEXT NOT NULL,
    rule TEXT NOT NULL,
    threshold INTEGER NOT NULL,
    PRIMARY KEY (edition, level, scope, rule)
  ) STRICT, WITHOUT ROWID`,
  facts_players: `(
    tournament TEXT NOT NULL,
    player TEXT NOT NULL,
    person TEXT NOT NULL,
    erased INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament, player)
  ) STRICT, WITHOUT ROWID`,
  // judge: null for rulings by the administrator's key, from elsewhere, or of an official who was erased.
  facts_rulings: `(
    tournament TEXT NOT NULL,
    ruling TEXT NOT NULL,
    level TEXT NOT NULL,
    day TEXT NOT NULL,
    hour TEXT NOT NULL,
    round INTEGER NOT NULL,
    judge TEXT,
    seconds INTEGER,
    extensions INTEGER NOT NULL DEFAULT 0,
    extension_minutes INTEGER NOT NULL DEFAULT 0,
    corrections INTEGER NOT NULL DEFAULT 0,
    appeals INTEGER NOT NULL DEFAULT 0,
    overturned INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament, ruling)
  ) STRICT, WITHOUT ROWID`,
  facts_penalties: `(
    tournament TEXT NOT NULL,
    penalty TEXT NOT NULL,
    ruling TEXT NOT NULL,
    player TEXT NOT NULL,
    person TEXT NOT NULL,
    erased INTEGER NOT NULL,
    level TEXT NOT NULL,
    day TEXT NOT NULL,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    category TEXT,
    absorbed INTEGER NOT NULL,
    stands INTEGER NOT NULL,
    in_tally INTEGER NOT NULL,
    earned INTEGER NOT NULL,
    PRIMARY KEY (tournament, penalty)
  ) STRICT, WITHOUT ROWID`,
  // The ladder rules for which a Game Loss was earned.
  facts_earned: `(
    tournament TEXT NOT NULL,
    penalty TEXT NOT NULL,
    rule TEXT NOT NULL,
    PRIMARY KEY (tournament, penalty, rule)
  ) STRICT, WITHOUT ROWID`,
  // A row for each player whom a correction took a penalty from, or gave one.
  facts_corrections: `(
    tournament TEXT NOT NULL,
    position INTEGER NOT NULL,
    player TEXT NOT NULL,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    level TEXT NOT NULL,
    day TEXT NOT NULL,
    round INTEGER NOT NULL,
    PRIMARY KEY (tournament, position, player)
  ) STRICT, WITHOUT ROWID`,
  facts_appeals: `(
    tournament TEXT NOT NULL,
    appeal TEXT NOT NULL,
    player TEXT NOT NULL,
    person TEXT NOT NULL,
    level TEXT NOT NULL,
    day TEXT NOT NULL,
    round INTEGER NOT NULL,
    outcome TEXT NOT NULL DEFAULT 'open',
    PRIMARY KEY (tournament, appeal)
  ) STRICT, WITHOUT ROWID`,
  // A row for each player whom a question is about.
  facts_reviews: `(
    tournament TEXT NOT NULL,
    review TEXT NOT NULL,
    player TEXT NOT NULL,
    person TEXT NOT NULL,
    level TEXT NOT NULL,
    day TEXT NOT NULL,
    round INTEGER NOT NULL,
    question TEXT NOT NULL,
    answer TEXT NOT NULL DEFAULT 'open',
    PRIMARY KEY (tournament, review, player)
  ) STRICT, WITHOUT ROWID`,
};

import type { DatabaseSync } from 'node:sqlite';
import { FactStatements } from './fact-statements.js';

/** Tables with a row about a player. */
const OF_PLAYERS = ['facts_players', 'facts_penalties', 'facts_corrections', 'facts_appeals', 'facts_reviews'];

/** Everything that is ever written to the facts of one table set, prepared once. Each takes its values in the order of the columns named here. */
export function factWrites(db: DatabaseSync, nameOf: (table: string) => string) {
  const statements = new FactStatements(db, nameOf);
  const ruling = ['tournament', 'ruling'];
  const penalty = ['tournament', 'penalty'];
  return {
    tournament: statements.insert('facts_tournaments', ['tournament', 'level', 'edition']),
    category: statements.insert('facts_categories', ['edition', 'category', 'family'], 'IGNORE'),
    scope: statements.insert('facts_scopes', ['edition', 'level', 'scope', 'rule', 'threshold'], 'IGNORE'),
    player: statements.insert('facts_players', ['tournament', 'player', 'person']),

    ruling: statements.insertRuling([...ruling, 'day', 'hour', 'round', 'judge', 'seconds']),
    extension: statements.update('facts_rulings', ruling, 'extensions = extensions + 1, extension_minutes = extension_minutes + ?3'),
    rulingCorrected: statements.update('facts_rulings', ruling, 'corrections = corrections + 1'),
    rulingAppealed: statements.update('facts_rulings', ruling, 'appeals = appeals + 1'),
    rulingOverturned: statements.update('facts_rulings', ruling, 'overturned = overturned + 1'),

    penalty: statements.insertOfRuling(
      'facts_penalties',
      ['tournament', 'player', 'penalty', 'kind', 'category', 'absorbed', 'stands', 'in_tally', 'earned', 'ruling'],
      ['erased'],
    ),
    earned: statements.insert('facts_earned', [...penalty, 'rule']),
    recategorised: statements.update('facts_penalties', penalty, 'category = ?3'),
    ended: statements.update('facts_penalties', penalty, 'stands = 0, in_tally = ?3'),

    correction: statements.insertOfRuling('facts_corrections', ['tournament', 'player', 'position', 'kind']),
    appeal: statements.insertOfRuling('facts_appeals', ['tournament', 'player', 'appeal']),
    decided: statements.update('facts_appeals', ['tournament', 'appeal'], 'outcome = ?3'),
    review: statements.insertOfRuling('facts_reviews', ['tournament', 'player', 'review', 'question']),
    referral: statements.insertOfPlayer('facts_reviews', ['tournament', 'player', 'review', 'question', 'day', 'round']),
    answered: statements.update('facts_reviews', ['tournament', 'review'], 'answer = ?3'),

    noJudge: statements.updateAny('facts_rulings', ['tournament', 'judge'], 'judge = NULL'),
    otherPerson: OF_PLAYERS.map((table) => statements.updateAny(table, ['tournament', 'player'], 'person = ?3')),
    erased: ['facts_players', 'facts_penalties'].map((table) => statements.updateAny(table, ['tournament', 'player'], 'erased = 1')),
  };
}

export type FactWrites = ReturnType<typeof factWrites>;

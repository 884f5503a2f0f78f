import type { RefusalCode } from '@ladder/ledger';

/** What the HTTP layer refuses by itself. */
export type HttpCode =
  | 'unauthenticated'
  | 'idempotency-key-missing'
  | 'idempotency-key-reused'
  | 'command-in-progress'
  | 'busy'
  | 'read-model-behind'
  | 'too-large'
  | 'headers-too-large'
  | 'malformed-http'
  | 'request-timeout'
  | 'expectation-failed'
  | 'too-many-attempts'
  | 'not-found'
  | 'unsupported-media-type'
  | 'store-unavailable'
  | 'internal-error';

export type ProblemCode = RefusalCode | HttpCode;

/** Its status, what it means, and what to do about it: what the OpenAPI document and the page at /docs/problems tell. */
type Told = readonly [status: number, means: string, remedy: string];

/** Every code that a refusal can have. A code that is here stays. */
export const PROBLEMS: Readonly<Record<ProblemCode, Told>> = {
  // ── What was sent ──
  'invalid-request': [400, 'Something that was sent is not as it must be.', 'Correct what `errors` names, and what the sentence says.'],
  'unknown-condition': [400, 'The category has no such condition.', 'Choose one that the edition lists: GET /v1/editions/{e}.'],
  'round-not-started': [400, 'The round lies ahead of the current one.', 'Leave the round out, or start it first.'],
  'idempotency-key-missing': [400, 'What records needs an Idempotency-Key, and it must be a UUID.', 'Send a fresh one; the same one when you send the same call again.'],
  'malformed-http': [400, 'What came in is no HTTP that can be read.', 'Look at request line, chunks and Content-Length; the connection was closed.'],
  'request-timeout': [408, 'The request did not arrive whole in time.', 'Send it again, with the same key.'],
  'too-large': [413, 'The body, or what one call would record, is too large.', 'Send it in parts.'],
  'unsupported-media-type': [415, 'The body is not JSON.', 'Send JSON, with Content-Type: application/json.'],
  'expectation-failed': [417, 'The request expects what is not offered here.', 'Leave the header Expect out.'],
  'idempotency-key-reused': [422, 'This Idempotency-Key was used for another call.', 'Send a fresh key with what is new.'],
  'headers-too-large': [431, 'Address and headers are longer than 16 KiB.', 'Shorten them; lists of ids go into bodies.'],

  // ── Who sent it ──
  unauthenticated: [401, 'There is no token, or it is not good any more.', 'Send the token, or pair the device anew with a new code.'],
  'pairing-code-invalid': [401, 'The code is wrong, was used, or has expired.', 'Ask for a new one.'],
  'too-many-attempts': [429, 'Too many wrong codes were tried in this tournament.', 'Wait for as long as Retry-After says.'],
  'not-granted': [403, 'This needs a role that the caller does not have.', 'Ask somebody who holds one of `needs`.'],
  'deviation-needs-head-judge': [403, 'The penalty is not the guideline.', 'Give `guideline`, or hand the ruling over with `refer`.'],
  'disqualification-needs-head-judge': [403, 'Only the head judge disqualifies.', 'Hand the ruling over with `refer`.'],
  'condition-needs-head-judge': [403, 'Whether this condition holds is for the head judge to find.', 'Hand the ruling over with `refer`.'],

  // ── What is not there ──
  'not-found': [404, 'There is no such route.', 'See /docs for those that there are.'],
  'unknown-tournament': [404, 'There is no such tournament, or it is not yours.', 'Check the id; a token is good in one tournament.'],
  'unknown-edition': [404, 'There is no such edition of the rules.', 'Choose one of GET /v1/editions.'],
  'unknown-player': [404, 'There is no such player in this tournament.', 'Look the player up by name or table, or enrol them.'],
  'unknown-official': [404, 'There is no such official in this tournament.', 'Choose one of GET …/officials.'],
  'unknown-category': [404, 'The edition has no such category.', 'Choose one that it lists: GET /v1/editions/{e}.'],
  'unknown-ruling': [404, 'There is no such ruling in this tournament.', 'Choose one of GET …/rulings.'],
  'unknown-penalty': [404, 'There is no such penalty in this tournament.', "Choose one of the player's record."],
  'unknown-review': [404, 'There is no such question in this tournament.', 'Choose one of GET …/reviews.'],
  'unknown-notice': [404, 'There is no such notice in this tournament.', 'Choose one of GET …/notices.'],
  'unknown-appeal': [404, 'There is no such appeal in this tournament.', 'Choose one of GET …/appeals.'],
  'unknown-investigation': [404, 'There is no such investigation in this tournament.', "Choose one of the player's record."],

  // ── What stands against it in the tournament ──
  'possible-duplicate': [409, 'It looks like an error that was entered already.', 'Look at `ruling`; if it is another error, send it with `distinct`.'],
  'tournament-closed': [409, 'The tournament is closed.', 'The head judge can reopen it.'],
  'tournament-open': [409, 'The tournament is open.', 'There is nothing to reopen.'],
  'tournament-not-closed': [409, 'Persons are erased after the tournament.', 'Close it first, or send `force` with a reason.'],
  'tournament-exists': [409, 'There is a tournament of this id.', 'Choose another id, or none.'],
  'round-not-growing': [409, 'Round numbers only grow.', 'Send the current number again to replace its pairings, or a later one.'],
  'not-a-player': [409, 'Who attends without playing cannot be given this.', 'Check the id.'],
  'already-enrolled': [409, 'There is a player of this id.', 'Correct that player, or choose another id.'],
  'already-appointed': [409, 'There is an official of this id.', 'Change the roles of that one instead.'],
  'official-revoked': [409, 'The official was revoked.', 'Give roles again first, if they are to come back.'],
  'already-voided': [409, 'The ruling was voided.', 'Nothing is left to do; a new ruling is a new call.'],
  'already-served': [409, 'The penalty was recorded as served.', 'Take that back first, if it was wrong.'],
  'not-served': [409, 'The penalty was not recorded as served.', 'There is nothing to take back.'],
  'not-pending': [409, 'The penalty does not wait to be served.', "Look at its status in the player's record."],
  'not-merged': [409, 'The loss is not merged with another.', 'There is nothing to separate.'],
  'not-in-force': [409, 'Nothing of it is in force any more.', 'Read the record again: it was corrected meanwhile.'],
  'same-penalty': [409, 'It is that penalty already.', 'Name another, or leave it as it is.'],
  'already-a-warning': [409, 'The Warning under this Game Loss is there already.', 'Replace by `none` to take the loss away.'],
  'already-decided': [409, 'The appeal was decided.', 'Read it again; there is no second decision.'],
  'already-answered': [409, 'The question was answered.', 'Read it again; what came of it can be corrected.'],
  'review-withdrawn': [409, 'The question was withdrawn, because its ground went.', 'Nothing is left to answer.'],
  'already-concluded': [409, 'The investigation was concluded.', 'Open another one, if there is more to find.'],
  'not-appealable': [409, 'This ruling cannot be appealed, or not again.', 'Tell the player that the decision is final.'],
  'already-dropped': [409, 'The player is out.', 'Read the record again.'],
  'not-dropped': [409, 'The player is playing.', 'There is nobody to take back.'],
  'still-disqualified': [409, 'The player is disqualified.', 'Void or replace the disqualification first.'],
  'already-erased': [409, 'The person was erased.', 'Nothing is left to erase or to correct.'],
  'not-in-this-ruling': [409, 'The player has no penalty in this ruling.', 'Check ruling and player.'],
  'already-in-this-ruling': [409, 'The other player has a penalty in this ruling.', 'Void it, and rule again.'],
  'command-in-progress': [409, 'The same call is being carried out.', 'Wait for its answer, or send it again in a moment.'],

  // ── What stands against it here ──
  'internal-error': [500, 'This is our mistake, and it was logged.', 'Send the call again, with the same key, and tell whoever runs the server.'],
  busy: [503, 'Too many write to this ledger at once.', 'Send the call again after Retry-After, with the same key.'],
  'read-model-behind': [503, 'What was asked for with At-Least is not known here yet.', 'Ask again in a moment.'],
  'store-unavailable': [503, 'Nothing can be recorded, or read, at present.', 'Send the call again, with the same key; GET /health/ready says what is wrong.'],
}; // prettier-ignore

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

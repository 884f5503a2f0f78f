import { inForce } from '@ladder/ledger';
import type { Ledger, Ruling } from '@ladder/ledger';
import type { Dice } from '../dice.js';
import type { SeasonHall } from './season-hall.js';

const MINUTE = 60_000;

/** What may become of a ruling, and how often. */
const FATES = [
  { fate: 'stands', weight: 900 },
  { fate: 'appealed', weight: 45 },
  { fate: 'voided', weight: 16 },
  { fate: 'recategorised', weight: 18 },
  { fate: 'reassigned', weight: 8 },
  { fate: 'lowered', weight: 6 },
] as const;

const IS_OVERTURNED = 0.22;

/** Categories that judges confuse. */
const CONFUSED: Readonly<Record<string, string>> = {
  'looking-at-extra-cards': 'drawing-extra-cards',
  'drawing-extra-cards': 'looking-at-extra-cards',
  'general-error': 'mispayment-for-cost',
  'mispayment-for-cost': 'overpayment-for-cost',
  'channeling-too-many-runes': 'general-error',
  'slow-play': 'communication-violation',
};

/** Puts on the agenda what becomes of a ruling, if anything does. @param id null for one that was handed to the head judge. */
export function aftermath(hall: SeasonHall, id: string | null, players: readonly string[]): void {
  if (id === null) return;
  const { dice } = hall;
  const { fate } = dice.weighted(FATES, ({ weight }) => weight);
  if (fate === 'stands') return;
  const act = { appealed, voided, recategorised, reassigned, lowered }[fate];
  hall.agenda.note(hall.now + dice.between(2, fate === 'appealed' ? 6 : 40) * MINUTE, async () => {
    const ledger = await hall.ledger();
    const ruling = ledger.rulings.get(id);
    const [player] = players;
    if (!ruling || player === undefined || !standsFor(ledger, ruling, player)) return;
    await act(hall, ledger, ruling, player);
  });
}

async function voided(hall: SeasonHall, ledger: Ledger, { ruling, ...more }: Ruling, player: string): Promise<void> {
  await hall.does(corrector(hall, ledger, { ruling, ...more }), (_, sealing) => ({
    type: 'void-ruling',
    ruling,
    reason: hall.about(sealing, 'Entered twice.', [player]),
  }));
}

async function recategorised(hall: SeasonHall, ledger: Ledger, ruling: Ruling, player: string): Promise<void> {
  const category = ruling.penalties.flatMap((id) => {
    const penalty = ledger.penalties.get(id);
    return penalty?.player === player && inForce(penalty) && penalty.category !== null ? [CONFUSED[penalty.category]] : [];
  })[0];
  if (category === undefined) return;
  await hall.does(corrector(hall, ledger, ruling), (_, sealing) => ({
    type: 'recategorise-ruling',
    ruling: ruling.ruling,
    player,
    category,
    conditions: [],
    reason: hall.about(sealing, 'Another look at the rules.', [player]),
  }));
}

async function reassigned(hall: SeasonHall, ledger: Ledger, ruling: Ruling, from: string): Promise<void> {
  const seats = ledger.rounds.get(ruling.round)?.seats.get(from)?.players ?? [];
  const to = seats.find((each) => each !== from && !ruling.penalties.some((id) => ledger.penalties.get(id)?.player === each));
  if (to === undefined) return;
  await hall.does(corrector(hall, ledger, ruling), (_, sealing) => ({
    type: 'reassign-ruling',
    ruling: ruling.ruling,
    from,
    to,
    reason: hall.about(sealing, 'It was the other player.', [from, to]),
  }));
}

/** R13: an official's mistake led to it. */
async function lowered(hall: SeasonHall, ledger: Ledger, ruling: Ruling, player: string): Promise<void> {
  const penalty = ruling.penalties.find((id) => {
    const each = ledger.penalties.get(id);
    return each?.player === player && each.kind === 'warning' && each.status === 'standing' && !each.absorbed;
  });
  if (penalty === undefined) return;
  await hall.does(hall.head.id, (_, sealing) => ({
    type: 'replace-penalty',
    penalty,
    by: 'none',
    reason: hall.about(sealing, 'A judge had told the player so.', [player]),
  }));
}

/** R34: a ruling of a head judge or an appeals judge is final. */
async function appealed(
  hall: SeasonHall,
  ledger: Ledger,
  { ruling, final, decidedFor, by, penalties }: Ruling,
  player: string,
): Promise<void> {
  const severe = penalties.some((id) => ledger.penalties.get(id)?.kind !== 'none');
  if (final || decidedFor.includes(player) || !severe) return;
  await hall.does(by, (_, sealing) => ({
    type: 'file-appeal',
    ruling,
    player,
    grounds: hall.about(sealing, 'The player says that it went otherwise.', [player]),
  }));
  const { dice } = hall;
  hall.agenda.note(hall.now + dice.between(3, 15) * MINUTE, () => decideAppeal(hall, ruling, player, dice));
}

async function decideAppeal(hall: SeasonHall, ruling: string, player: string, dice: Dice): Promise<void> {
  const open = [...(await hall.ledger()).appeals.values()].find(
    (each) => each.ruling === ruling && each.player === player && !each.decision,
  );
  if (!open) return;
  const overturned = dice.chance(IS_OVERTURNED);
  await hall.does((hall.appeals ?? hall.head).id, (_, sealing) => ({
    type: 'decide-appeal',
    appeal: open.id,
    decision: overturned ? 'overturned' : 'upheld',
    reason: hall.about(sealing, overturned ? 'The floor judge had not heard both sides.' : 'The ruling was right.', [player]),
  }));
}

/** R30–R32: the issuer while the round goes on and it is a Warning at most, the head judge otherwise. */
function corrector({ head, dice }: SeasonHall, ledger: Ledger, { by, round, decidedFor, penalties }: Ruling): string {
  const light = penalties.every((id) => ['none', 'warning'].includes(ledger.penalties.get(id)?.kind ?? ''));
  const issuerMay = round === ledger.currentRound && decidedFor.length === 0 && light && ledger.tournament?.status === 'open';
  return issuerMay && dice.chance(0.7) ? by : head.id;
}

function standsFor(ledger: Ledger, { penalties }: Ruling, player: string): boolean {
  return penalties.some((id) => {
    const penalty = ledger.penalties.get(id);
    return penalty?.player === player && penalty.earned === null && inForce(penalty);
  });
}

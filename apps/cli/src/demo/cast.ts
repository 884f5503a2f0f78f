import type { Role } from '@ladder/ledger';

/** Everyone in the demo. All names are invented. */

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly team?: string;
}

export interface OfficialPerson extends Person {
  readonly roles: readonly Role[];
}

const OPEN_PLAYERS = `
  Amara Lindqvist, Bartek Nakagawa, Chidi Vanterpool, Dafne Oyelaran, Eino Castellanos, Farida Blomgren, Ines Okoro, Goran Tavita,
  Hana Petrescu, Idris Mäkinen, Jaya Rosenthal, Kofi Andersen, Leila Marchetti, Mateus Kowalczyk, Naoko Ferreira, Oskar Adeyemi,
  Priya Sandoval, Quentin Abara, Rosa Tanaka, Samir Holmberg, Tala Novák, Uzoma Leclerc, Vera Castellane, Wiremu Jansen,
  Xiomara Dahl, Yusuf Carvalho, Zofia Mbeki-Hart, Aroha Lindholm, Benoît Achterberg, Carmen Ilunga, Dmitri Fonseca, Elif Sørensen,
  Femi Gallagher, Giulia Nandakumar, Hiroshi Valdés, Ingrid Toure, Jomo Petersen, Katya Villanueva, Lars Okonjo, Mei-Lin Duarte,
  Nikolai Zulu, Ottilie Banerjee, Paloma Stenberg, Rashid Delacroix, Sana Wójcik, Teodor Nguyen, Ulla Mahlangu, Viktor Amaru,
  Wendeline Sato, Xavier Koskinen, Yael Oduya, Zubair Lindgren, Anahí Brandt, Bao Kristensen, Cosmin Adebayo, Dilnoza Ramos,
  Emeka Strand, Fumiko Albrecht, Gareth Nkosi, Halima Bergström, Isko Moreau, Jelena Quispe, Kenji Abioye, Luz Hartmann`;

const PAIRS: Record<string, readonly [string, string]> = {
  'Copper Kites': ['Maite Ekström', 'Rohan Tshabalala'],
  'North Quay': ['Signe Ouedraogo', 'Pablo Whitlock'],
  'Paper Lanterns': ['Aiko Ramírez', 'Björn Chukwu'],
  Moonrakers: ['Delphine Park', 'Hamza Virtanen'],
  Tidewatch: ['Esra Mikkelsen', 'Joaquín Bello'],
  'Quiet Storm': ['Noor Jankowski', 'Liam Tuilagi'],
  'Salt and Cedar': ['Beatriz Holm', 'Arjun Kamara'],
  Understudies: ['Saoirse Lim', 'Tomasz Araya'],
};

/** The 64 players of the open tournament, p-01 to p-64. */
export const OPEN_CAST: readonly Person[] = OPEN_PLAYERS.split(',').map((name, index) => ({
  id: `p-${two(index + 1)}`,
  name: name.trim(),
}));

/** The 16 players of the 2v2 side event, s-01 to s-16, two and two. */
export const PAIRS_CAST: readonly Person[] = Object.entries(PAIRS)
  .flatMap(([team, names]) => names.map((name) => ({ name, team })))
  .map((person, index) => ({ id: `s-${two(index + 1)}`, ...person }));

export const OPEN_OFFICIALS: readonly OfficialPerson[] = [
  { id: 'head', name: 'Maren Solberg', roles: ['head-judge'] },
  { id: 'appeals', name: 'Tunde Akerman', roles: ['appeals-judge'] },
  { id: 'yara', name: 'Yara Nascimento', roles: ['floor-judge'] },
  { id: 'pavel', name: 'Pavel Ishikawa', roles: ['floor-judge'] },
  { id: 'lucia', name: 'Lucía Brandão', roles: ['floor-judge'] },
  { id: 'desk', name: 'Milo Fairweather', roles: ['scorekeeper'] },
];

export const PAIRS_OFFICIALS: readonly OfficialPerson[] = [
  { id: 'head', name: 'Greta Mwangi', roles: ['head-judge'] },
  { id: 'ansel', name: 'Ansel Duarte', roles: ['floor-judge'] },
  { id: 'desk', name: 'Milo Fairweather', roles: ['scorekeeper'] },
];

/** Those of the open tournament whom the story is about. */
export const STORY = {
  ines: 'p-07',
  goran: 'p-08',
  samir: 'p-20',
  elif: 'p-32',
  rashid: 'p-44',
  wendeline: 'p-49',
} as const;

/** Of the side event: Copper Kites, who lose a game together. */
export const KITE = { maite: 's-01', rohan: 's-02' } as const;

function two(number: number): string {
  return String(number).padStart(2, '0');
}

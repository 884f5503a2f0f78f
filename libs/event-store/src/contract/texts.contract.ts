import { describe, expect, it } from '@jest/globals';
import { MAX_APPEND_BYTES } from '../append-rules.js';
import { AppendTooLarge } from '../store-errors.js';
import { seal } from '../vault/seal.js';
import { newEvent, newName } from './store-under-test.js';
import type { StoreUnderTest } from './store-under-test.js';

export function describeVault(tested: () => StoreUnderTest): void {
  describe('the vault', () => {
    it('a text kept with an event is opened again, with the salt of its commitment', async () => {
      const { store, vault } = tested();
      const { kept, sealed } = seal('Žofie 👩🏽‍⚖️ Łukasz', [newName('person')]);
      await store.append(newName(), -1, [newEvent(sealed.ref)], [kept]);
      expect(await vault.open([sealed.ref])).toEqual(new Map([[sealed.ref, { text: kept.text, salt: kept.salt }]]));
    });

    it('also the empty text is a text', async () => {
      const { store, vault } = tested();
      const { kept } = seal('', [newName('person')]);
      await store.append(newName(), -1, [newEvent()], [kept]);
      expect((await vault.open([kept.ref])).get(kept.ref)?.text).toBe('');
    });

    it('many texts are opened at once, and a ref that was never kept is absent', async () => {
      const { store, vault } = tested();
      const person = newName('person');
      const kept = Array.from({ length: 600 }, (_, index) => seal(`text ${index}`, [person]).kept);
      await store.append(newName(), -1, [newEvent()], kept);
      const opened = await vault.open([...kept.map(({ ref }) => ref), 'never-kept']);
      expect(kept.map(({ ref }) => opened.get(ref)?.text)).toEqual(kept.map(({ text }) => text));
      expect(opened.size).toBe(kept.length);
    });

    it('an append sent again with its texts changes nothing', async () => {
      const { store, vault } = tested();
      const stream = newName();
      const event = newEvent();
      const { kept } = seal('once', [newName('person')]);
      await store.append(stream, -1, [event], [kept]);
      await store.append(stream, -1, [event], [kept]);
      expect((await vault.open([kept.ref])).get(kept.ref)?.text).toBe('once');
      expect(await store.lastRevision(stream)).toBe(0);
    });

    it('forgetting a person takes every text about the person, and no other', async () => {
      const { store, vault } = tested();
      const [ada, ben] = [newName('person'), newName('person')];
      const aboutAda = seal('about Ada', [ada]).kept;
      const aboutBoth = seal('about both', [ben, ada]).kept;
      const aboutBen = seal('about Ben', [ben]).kept;
      await store.append(newName(), -1, [newEvent()], [aboutAda, aboutBoth, aboutBen]);
      const refs = [aboutAda.ref, aboutBoth.ref, aboutBen.ref];
      expect((await vault.open(refs)).size).toBe(3);

      expect(await vault.forget(ada)).toBe(2);

      expect(await vault.open(refs)).toEqual(new Map([[aboutBen.ref, { text: 'about Ben', salt: aboutBen.salt }]]));
      expect(await vault.forgotten([ada, ben, newName('person')])).toEqual(new Set([ada]));
    });

    it('who is forgotten stays forgotten: a text that comes later is not kept, its event is', async () => {
      const { store, vault } = tested();
      const [ada, ben, stream] = [newName('person'), newName('person'), newName()];
      expect(await vault.forget(ada)).toBe(0);
      const late = [seal('late', [ada]).kept, seal('late, about both', [ada, ben]).kept, seal('about Ben', [ben]).kept];
      expect((await store.append(stream, -1, [newEvent()], late)).revision).toBe(0);
      const opened = await vault.open(late.map(({ ref }) => ref));
      expect([...opened.values()].map(({ text }) => text)).toEqual(['about Ben']);
      expect(await vault.forget(ada)).toBe(0);
    });

    it('forgetting a person takes texts that came to be about the person later, whomever they were written about, and leaves their others', async () => {
      const { store, vault } = tested();
      const [ada, ben, cleo] = [newName('person'), newName('person'), newName('person')];
      const moved = [seal('about Ada, then Ben', [ada]).kept, seal('about Ada and Cleo, then Ben', [ada, cleo]).kept];
      const left = [seal('about Ada', [ada]).kept, seal('about Cleo and Ada', [cleo, ada]).kept];
      const refs = [...moved, ...left].map(({ ref }) => ref);
      await store.append(newName(), -1, [newEvent()], [...moved, ...left]);
      expect((await vault.open(refs)).size).toBe(4);

      expect(await vault.forget(ben, moved.map(({ ref }) => ref))).toBe(2); // prettier-ignore

      expect([...(await vault.open(refs)).keys()].toSorted()).toEqual(left.map(({ ref }) => ref).toSorted());
      // What is kept about the others afterwards is kept as ever.
      const later = seal('later, about Ada', [ada]).kept;
      await store.append(newName(), -1, [newEvent()], [later]);
      expect((await vault.open([later.ref])).get(later.ref)?.text).toBe('later, about Ada');
      expect(await vault.forget(ada)).toBe(3);
      expect((await vault.open([...refs, later.ref])).size).toBe(0);
    });

    it('texts that are to go with a person who was forgotten before go all the same, and once', async () => {
      const { store, vault } = tested();
      const [ada, ben] = [newName('person'), newName('person')];
      const { kept } = seal('about Ada, then Ben', [ada]);
      await store.append(newName(), -1, [newEvent()], [kept]);
      expect(await vault.forget(ben)).toBe(0);
      expect(await vault.forget(ben, [kept.ref, 'never-kept'])).toBe(1);
      expect(await vault.forget(ben, [kept.ref])).toBe(0);
      expect((await vault.open([kept.ref])).size).toBe(0);
    });

    it('a text that nobody could keep is refused with its append', async () => {
      const { store } = tested();
      const stream = newName();
      const { kept } = seal('text', [newName('person')]);
      for (const broken of [{ persons: [] }, { salt: 'ab' }, { text: '\ud800' }, { ref: '' }]) {
        await expect(store.append(stream, -1, [newEvent()], [{ ...kept, ...broken }])).rejects.toThrow(TypeError);
      }
      const large = { ...kept, text: 'x'.repeat(MAX_APPEND_BYTES + 1) };
      await expect(store.append(stream, -1, [newEvent()], [large])).rejects.toThrow(AppendTooLarge);
      expect(await store.lastRevision(stream)).toBe(-1);
    });
  });
}

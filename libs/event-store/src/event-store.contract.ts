import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeAppending } from './contract/appending.contract.js';
import { describeDurability } from './contract/durability.contract.js';
import { describeFollowing } from './contract/following.contract.js';
import { describeModel } from './contract/model.contract.js';
import type { StoreUnderTest } from './contract/store-under-test.js';
import { describeVault } from './contract/texts.contract.js';
import { describeWaking } from './contract/waking.contract.js';

export type { StoreUnderTest } from './contract/store-under-test.js';

/**
 * What every event store promises. It asks for nothing that an embedded database or a replicated server could not keep: positions ascend but may
 * have gaps, names of streams and wakings may come late, and the store may hold other streams than those of these specs.
 *
 * @param open opens a store that the specs may write to.
 */
export function describeEventStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as an event store`, () => {
    let tested: StoreUnderTest;
    beforeAll(async () => {
      tested = await open();
    });
    afterAll(() => tested.close());

    const current = (): StoreUnderTest => tested;
    describeAppending(current);
    describeFollowing(current);
    describeWaking(current);
    describeVault(current);
    describeModel(current);
    describeDurability(async () => (tested = await tested.reopen()));
  });
}

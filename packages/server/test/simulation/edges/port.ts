import type { AccountCommand } from '@halyard/core/engine';
import type { Outcome } from '#engine/engine.ts';
import type { SimProcess } from '../sim-process.ts';

/** A program that customers reach. */
export type Port = { readonly life: PortLife | undefined };

export type PortLife = {
  readonly process: SimProcess;
  submit(requestId: string, content: AccountCommand): Promise<Outcome>;
};

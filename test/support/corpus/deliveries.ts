import type { Case } from './delivery-case.ts'
import { ed25519Deliveries } from './ed25519-deliveries.ts'
import { contradictions, forgeries, receiverErrors } from './forged-deliveries.ts'
import { genuineDeliveries, rotations, staleDeliveries } from './genuine-deliveries.ts'

/* Deliveries of the corpus, genuine and forged. */

export const buildDeliveries = (): Case[] => [
  ...genuineDeliveries(),
  ...rotations(),
  ...staleDeliveries(),
  ...forgeries(),
  ...contradictions(),
  ...receiverErrors(),
  ...ed25519Deliveries(),
]

export { createCarrier } from './create-carrier.ts'
export { rewritesOfRebase } from './rebase-rewrites.ts'
export type { RebaseFacts, RewrittenPair } from './rebase-rewrites.ts'
export type {
  CarriedNote,
  Carrier,
  CarrierServices,
  CarryError,
  CarryOptions,
  CarryReport,
  LeftBehind,
  LeftReason,
  Rewrite,
} from './rewrite.ts'

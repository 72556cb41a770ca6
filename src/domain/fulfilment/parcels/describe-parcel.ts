import type { ParcelState } from './parcel-states.ts'
import type { ParcelRow } from './tables.ts'

type DescribedParcel = Pick<ParcelRow, 'number' | 'carrier' | 'carrier_name'>

const nameOf = ({ carrier, carrier_name }: DescribedParcel) =>
  carrier === 'simulator' ? 'the simulator' : (carrier_name ?? 'the carrier')

/**
 * Returns the sentence of the history about a parcel that a carrier accepted. A parcel without a carrier
 * waits for a packer.
 */
export const describeAcceptance = (parcel: DescribedParcel): string =>
  parcel.carrier === 'manual'
    ? `parcel ${parcel.number} waits to be packed`
    : `parcel ${parcel.number}: ${nameOf(parcel)} accepted the parcel`

export const describeRejection = (parcel: DescribedParcel): string =>
  `parcel ${parcel.number}: ${nameOf(parcel)} rejected the label`

/**
 * Returns the sentence of the history about the progress of a parcel. A person enters the progress of a
 * manual parcel.
 */
export function describeProgress(parcel: DescribedParcel, state: ParcelState): string {
  const words = state.replaceAll('_', ' ')
  return parcel.carrier === 'manual'
    ? `parcel ${parcel.number} was marked as ${words}`
    : `parcel ${parcel.number}: ${nameOf(parcel)} reports ${words}`
}

import type { GiftReference } from '#web/admin-api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { InlineLink } from '#web/components/layout/link.tsx'
import { Trans, t } from '#web/i18n/gifts.ts'
import type { Gift } from './gift.ts'

/**
 * Links between a gift and its replacement: to the gift that replaces this gift, and to the gift that this
 * gift replaces.
 */
export const ReissueNotes = ({ gift }: { gift: Gift }) => (
  <>
    {gift.reissued_as !== null && (
      <Notice tone="info" title={t('Sent again')}>
        <Trans
          text="This gift was sent again as {gift}. The old link opens the new gift."
          gift={<GiftLink gift={gift.reissued_as} />}
        />
      </Notice>
    )}
    {gift.reissued_from !== null && (
      <Notice tone="info" title={t('A second try')}>
        <Trans
          text="This gift replaces {gift} and has the same link."
          gift={<GiftLink gift={gift.reissued_from} />}
        />
      </Notice>
    )}
  </>
)

const GiftLink = ({ gift }: { gift: GiftReference }) => (
  <InlineLink to={`/gift-requests/${gift.id}`}>{gift.reference}</InlineLink>
)

/** Describes what the recipient can change, and until when. */
export function describeChangeability(gift: Gift): React.ReactNode {
  const { changeability, is_direct } = gift
  if (changeability === null) return undefined
  if (gift.changes.some(({ state }) => state === 'pending'))
    return t('A change is in progress: the old label is being cancelled.')
  switch (changeability.blocker) {
    case null:
    case 'label_pending':
      return is_direct
        ? t('The recipient can change the address until the gift is packed.')
        : t('The recipient can change the items and the address until the gift is packed.')
    case 'being_packed':
      return changeability.retry_at === null ? (
        t('The gift is being packed, so the recipient can’t change it.')
      ) : (
        <Trans
          text="The gift is being packed. The recipient may be able to change it {time}."
          time={<GiftTime at={changeability.retry_at} />}
        />
      )
    case 'packed':
      return t('The gift is packed, so the recipient can’t change it any more.')
    default:
      return undefined
  }
}

import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { GuideLink } from '#web/components/feedback/empty-list.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { Trans, t } from '#web/i18n/gifts.ts'
import { waitsToUndoOnly } from './detail-labels.ts'
import type { Gift } from './gift.ts'

/** The link of a gift as a QR code and as text, and when its page opens. */
export const GiftLinkCode = ({ gift, url }: { gift: Gift; url: string }) => (
  <LinkCode url={url}>
    <OpeningTime gift={gift} />
  </LinkCode>
)

/**
 * The link of a page for recipients as a QR code and as text. An address of this machine does not work on a phone, so
 * there it is a command that starts the service for the network.
 */
export function LinkCode({ url, children }: { url: string; children?: ReactNode }) {
  const { hostname, port, pathname } = new URL(url)
  if (isLoopback(hostname)) return <NetworkCommand port={port} />
  return (
    <Stack align="center">
      <Text size="sm">{t('Point the camera of a phone at it to open the recipient’s page.')}</Text>
      {children}
      <img src={`${pathname}/qr.svg`} alt={t('QR code of the link')} width={280} height={280} />
      <Group gap={4} wrap="nowrap">
        <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        <CopyIconButton value={url} label={t('Copy recipient link')} />
      </Group>
    </Stack>
  )
}

/** Says when the page of a gift opens that is not sent yet. */
function OpeningTime({ gift }: { gift: Gift }) {
  if (gift.state !== 'scheduled' || gift.send_at === null) return null
  return (
    <Text size="sm" fw={600}>
      {waitsToUndoOnly(gift) ? (
        t('The page opens in less than a minute, when the gift is sent.')
      ) : (
        <Trans
          text="The page opens {time}, when the gift is sent."
          time={<GiftTime at={gift.send_at} />}
        />
      )}
    </Text>
  )
}

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

function NetworkCommand({ port }: { port: string }) {
  const origin = `http://ADDRESS-OF-THIS-MACHINE${port === '' ? '' : `:${port}`}`
  const command = `BESTOW_HOST=0.0.0.0 BESTOW_ORIGIN=${origin} npm start`
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(
          'This address works on this machine only. To open the page on a phone in the same network, restart the service with this command and sign in at its address.',
        )}
      </Text>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Text size="sm" component="code" className="mono" style={{ overflowWrap: 'anywhere' }}>
          {command}
        </Text>
        <CopyIconButton value={command} label={t('Copy the command')} />
      </Group>
      <Text size="sm">
        <GuideLink guide="onPhone" />
      </Text>
    </Stack>
  )
}

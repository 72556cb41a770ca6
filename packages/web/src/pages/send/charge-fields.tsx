import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n/send.ts'
import { findTeam, findTeams } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

/** The team of the gift, for users with several, and what the gift is charged to instead of the defaults. */
export function ChargeFields({ draft, change, choices }: StepProps) {
  const { cost_centre = '', purchase_order_number = '' } = draft
  const [isOpen, setOpen] = useState(cost_centre !== '' || purchase_order_number !== '')
  const teams = findTeams(draft, choices)
  const team = findTeam(draft, choices)
  return (
    <Stack align="flex-start">
      {teams.length > 1 && (
        <Select
          label={t('Team')}
          description={t('The gifts count for its budget and its cost centre.')}
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          value={team?.id ?? null}
          onChange={(team_id) => change({ team_id: team_id ?? '' })}
        />
      )}
      {isOpen ? (
        <Group align="flex-start">
          <TextInput
            label={t('Cost centre (optional)')}
            placeholder={team?.cost_centre ?? ''}
            maxLength={64}
            value={cost_centre}
            onChange={(event) => change({ cost_centre: event.currentTarget.value })}
          />
          <TextInput
            label={t('Purchase order number (optional)')}
            placeholder={team?.purchase_order_number ?? ''}
            maxLength={64}
            value={purchase_order_number}
            onChange={(event) => change({ purchase_order_number: event.currentTarget.value })}
          />
        </Group>
      ) : (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          {t('Add a cost centre or purchase order')}
        </Button>
      )}
    </Stack>
  )
}

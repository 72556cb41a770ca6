import { Alert, Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignatureCheckResult, SignedRequest } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/developers.ts'
import { mistakeTexts } from './signature-mistakes.ts'

/** Finds the header with the signed time. Returns its name and its value. */
export const findTimestampHeader = ({ headers }: SignedRequest): readonly [string, string] =>
  headers.find(([name]) => /-dispatch-timestamp$/i.test(name)) ?? ['', '']

/** A panel that checks a signature from the developer's code, and explains the mistake in it. */
export function SignatureCheck({
  endpointId,
  request,
}: {
  endpointId: string
  request: SignedRequest
}) {
  const [timestampHeader, initialTimestamp] = findTimestampHeader(request)
  const [timestamp, setTimestamp] = useState(initialTimestamp)
  const [body, setBody] = useState(request.body)
  const [signature, setSignature] = useState('')
  const check = useMutation({
    mutationFn: () =>
      api.post(`/endpoints/${endpointId}/check-signature`, { timestamp, body, signature }),
  })
  const edit = (set: (value: string) => void) => (value: string) => {
    check.reset()
    set(value)
  }
  return (
    <Panel
      title={t('Check your signature')}
      about={t(
        'Sign the body below in your code, and paste the result. The check names the mistake if they differ. The secret stays on the server.',
      )}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          check.mutate()
        }}
      >
        <Stack>
          <TextInput
            label={t('Timestamp')}
            description={timestampHeader}
            maw={260}
            value={timestamp}
            onChange={({ currentTarget }) => edit(setTimestamp)(currentTarget.value)}
          />
          <Textarea
            label={t('Body')}
            autosize
            minRows={3}
            maxRows={8}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            value={body}
            onChange={({ currentTarget }) => edit(setBody)(currentTarget.value)}
          />
          <TextInput
            label={t('Signature from your code')}
            description={t('64 characters of lower-case hex')}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: 'mono' }}
            value={signature}
            onChange={({ currentTarget }) => edit(setSignature)(currentTarget.value)}
          />
          <div>
            <Button
              type="submit"
              variant="default"
              disabled={signature.trim() === ''}
              loading={check.isPending}
            >
              {t('Check')}
            </Button>
          </div>
          {check.error !== null && <ErrorState error={check.error} />}
          {check.data !== undefined && <CheckResult {...check.data} />}
        </Stack>
      </form>
    </Panel>
  )
}

const CheckResult = ({ mistake }: SignatureCheckResult) =>
  mistake === null ? (
    <Alert color="teal" variant="light" role="status" title={t('The signature is right')}>
      {t('Your code signs as Bestow does.')}
    </Alert>
  ) : (
    <Alert color="red" variant="light" role="status" title={t('The signature is wrong')}>
      {mistakeTexts[mistake]}
    </Alert>
  )

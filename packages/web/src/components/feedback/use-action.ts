import { useMutation } from '@tanstack/react-query'
import { toastError } from './toast.tsx'

/**
 * Creates an action that calls the API when the user presses a button. An error appears as a toast. Its text
 * is English unless `onError` translates it.
 */
export const useAction = <Result, Input = void>(
  run: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result, input: Input) => unknown,
  onError: (error: Error) => void = toastError,
) =>
  useMutation({
    mutationFn: run,
    onSuccess: (result, input) => onSuccess?.(result, input),
    onError,
  })

import { useMutation } from '@tanstack/react-query'
import { toastError } from './toast.tsx'

/** A button's call of the API. An error appears as a toast, in English unless `onError` translates it. */
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

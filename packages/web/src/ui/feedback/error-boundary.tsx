import { Component, type ReactNode } from 'react';
import { forgetFailedParts } from './lazy-part.tsx';

type ErrorBoundaryProps = {
  /** What is shown instead of the failed part; the function retries it. */
  readonly fallback: (retry: () => void) => ReactNode;
  /** A change of this key retries the failed part. */
  readonly resetKey?: string;
  readonly children: ReactNode;
};

type ErrorBoundaryState = { readonly failed: boolean };

/** Limits a failure to one region of the page. React offers this only for classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.#retry();
  }

  readonly #retry = (): void => {
    forgetFailedParts();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.#retry) : this.props.children;
  }
}

import { Component, type ReactNode } from 'react';
import { forgetFailedParts } from './lazy-part.tsx';

type ErrorBoundaryProps = {
  /** Shown instead of what broke; the function shows it anew. */
  readonly fallback: (retry: () => void) => ReactNode;
  /** When it changes, what broke is given another chance. */
  readonly resetKey?: string;
  readonly children: ReactNode;
};

type ErrorBoundaryState = { readonly failed: boolean };

/** Keeps a fault in one region from taking the page down. React offers this to classes only. */
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

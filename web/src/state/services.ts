// The services that this page asks. Rules of the reader's own travel to them as files.

import { Service } from '../service/service';
import { inward, outward } from './own';

/// Starts a service that its user stops.
export const newService = (): Service => new Service({ outward, inward });

/// Answers at once and holds the games that are shown.
export const board = newService();
/// Answers requests that take long, so that no board waits for them.
export const thinker = newService();

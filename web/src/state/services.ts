// The services to which this page sends requests. The reader's own rules are sent as files.

import { Service } from '../service/service';
import { inward, outward } from './own';

/// Creates a service for a single user of it, who has to stop it.
export const newService = (): Service => new Service({ outward, inward });

/// The service that holds the games on the screen. It answers quickly.
export const board = newService();
/// The service for requests that take long. It is separate, so that no board has to wait for them.
export const thinker = newService();

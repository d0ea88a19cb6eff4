import { admissionMetrics } from '@burgee/admission';
import { metrics } from '@burgee/process-kit';

/** Of the schedulers of this process. */
export const edgeAdmission = admissionMetrics(metrics);

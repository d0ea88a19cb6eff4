import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { type ExportedProject, type ExportOptions, ExportProjectQuery } from './export-project.query.js';

/** Exports a project and records that in its history. */
@Injectable()
export class ExportProjectService {
  constructor(
    private readonly exporting: ExportProjectQuery,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Returns the document after its entry is committed, so that no document leaves without one.
   * @param actor undefined: the response has no document
   */
  async export(actor: CurrentUser | undefined, projectId: string, options: ExportOptions): Promise<ExportedProject> {
    const exported = await this.exporting.export(projectId, options);
    const { environments: slugs } = options;
    if (actor)
      await this.unitOfWork.run(actor, async (change) =>
        change.audit({
          action: 'project_export',
          project_id: projectId,
          old_values: null,
          new_values: slugs ? { slugs } : null,
        }),
      );
    return exported;
  }
}
